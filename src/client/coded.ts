/** An error of the way to the service, known by its code alone. */
export const coded = (text: string, code: string): Error => Object.assign(new Error(text), { code });
