export function warm(program: string, flags?: readonly string[]): Promise<void>;
