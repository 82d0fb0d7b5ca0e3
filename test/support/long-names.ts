/** A service whose every record has names that are longer than any line, wherever strangers or the person give them. */
const long = (word: string) => `${word} ${'of a very long kind '.repeat(8)}end`;

type Names = Readonly<Record<string, string>>;

const allNames: Names = {
  gpu_name: long('RTX'),
  geolocation: long('Place'),
  image_uuid: long('image/of'),
  label: long('Box'),
};

/** Names that a person gave, alone. */
export const labelsAlone: Names = { label: long('Box') };

function lengthen(value: unknown, names: Names): unknown {
  if (Array.isArray(value)) return value.map((one) => lengthen(one, names));
  if (typeof value !== 'object' || value === null) return value;
  const own = Object.entries(value).map(([key, one]) => [key, lengthen(one, names)]);
  const given = Object.entries(names).filter(([key]) => key in value);
  return { ...Object.fromEntries(own), ...Object.fromEntries(given) };
}

type Service = (request: Request) => Promise<Response>;

/** The same service with long names in its records; what is asked of it goes through as it was sent. */
export const withLongNames =
  (service: Service, names = allNames): Service =>
  async (request) => {
    const reply = await service(request);
    const text = await reply.text();
    const told = /^[{[]/.test(text) ? JSON.stringify(lengthen(JSON.parse(text), names)) : text;
    return new Response(told, { status: reply.status, headers: reply.headers });
  };
