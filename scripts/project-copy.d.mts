export function copyProject(): Promise<string>;
