import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;

/** Returns the fields that accept free text: strings that are neither choices nor ids. */
function freeTextFields(schema: unknown, path: string): string[] {
  if (!isJson(schema)) return [];
  const { type, format, properties, items, additionalProperties } = schema;
  const isFree = [type].flat().includes('string') && schema.enum === undefined && schema.const === undefined;
  const variants = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((each) =>
    Array.isArray(each) ? each : [],
  );
  return [
    ...(isFree && format !== 'uuid' ? [path] : []),
    ...variants.flatMap((each) => freeTextFields(each, path)),
    ...Object.entries(isJson(properties) ? properties : {}).flatMap(([name, each]) =>
      freeTextFields(each, `${path}${path.endsWith(' ') ? '' : '.'}${name}`),
    ),
    ...freeTextFields(items, `${path}[]`),
    ...freeTextFields(additionalProperties, `${path}{}`),
  ];
}

/** Returns the free text fields of each route's request body, in the notation `POST /api/contact name`. */
export function textFields(bodies: ReadonlyMap<string, unknown>): string[] {
  const found = [...bodies].flatMap(([route, body]) => {
    if (!(body instanceof z.ZodType)) throw new Error(`the body of ${route} is no schema of ours`);
    return freeTextFields(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any' }), `${route} `);
  });
  return [...new Set(found)].sort();
}

/** Returns the fields of `body` that contain `text`, in the same notation. */
export function fieldsHolding(text: string, body: unknown, path: string): string[] {
  if (typeof body === 'string') return body.includes(text) ? [path] : [];
  if (Array.isArray(body)) return body.flatMap((each) => fieldsHolding(text, each, `${path}[]`));
  if (!isJson(body)) return [];
  return Object.entries(body).flatMap(([name, value]) => [
    ...fieldsHolding(text, value, `${path}${path.endsWith(' ') ? '' : '.'}${name}`),
    // The schema does not contain the names of a record.
    ...(typeof value === 'string' ? fieldsHolding(text, value, `${path}{}`) : []),
  ]);
}
