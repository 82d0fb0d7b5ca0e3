/** An error body; outside 2FA its shape is not shown by interface.md, so every field is optional. */
export type ErrorBody = {
  success?: false;
  error?: string;
  msg?: string;
  fail_count?: number;
  locked_until?: number | null;
};
