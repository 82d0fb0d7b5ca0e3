/** How figures and times are written, in one place for screens, commands and messages. */
export * from './format-number.ts';
export * from './format-time.ts';
