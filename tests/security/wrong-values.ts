import { z } from 'zod';

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null;
const listOf = (value: unknown) => (Array.isArray(value) ? value : []);

/** One value of each type, and values that are too long, too large, too many, or outside an enum. */
const wrong = [
  undefined,
  null,
  true,
  '',
  'x',
  'e'.repeat(6_000),
  -1,
  0.5,
  1e12,
  {},
  { unknown: 1 },
  [],
  ['x'],
  Array.from({ length: 200 }, () => 'x'),
];

/** Returns a valid value, so that only one field of the body is wrong. */
function sampleOf(schema: unknown): unknown {
  if (!isJson(schema)) return 'x';
  if (schema.const !== undefined) return schema.const;
  const [choice] = [...listOf(schema.enum), ...listOf(schema.anyOf), ...listOf(schema.oneOf)];
  if (choice !== undefined) return isJson(choice) ? sampleOf(choice) : choice;
  switch ([schema.type].flat()[0]) {
    case 'object':
      return Object.fromEntries(
        Object.entries(isJson(schema.properties) ? schema.properties : {}).map(([name, each]) => [
          name,
          sampleOf(each),
        ]),
      );
    case 'array':
      return [sampleOf(schema.items)];
    case 'number':
    case 'integer':
      return 1;
    case 'boolean':
      return true;
    default:
      return schema.format === 'uuid' ? crypto.randomUUID() : 'ana@exemplo.com';
  }
}

function wrongIn(schema: unknown): unknown[] {
  if (!isJson(schema)) return wrong;
  const variants = [schema.anyOf, schema.oneOf].flatMap(listOf);
  if (variants.length > 0) return [...wrong, ...variants.flatMap(wrongIn)];
  const properties = isJson(schema.properties) ? Object.entries(schema.properties) : [];
  const whole = sampleOf(schema);
  const items = schema.items === undefined ? [] : wrongIn(schema.items).map((each) => [each]);
  if (!isJson(whole) || properties.length === 0) return [...wrong, ...items];
  return [
    ...wrong,
    { ...whole, unknown: 'x' },
    ...properties.flatMap(([name, each]) => wrongIn(each).map((value) => ({ ...whole, [name]: value }))),
  ];
}

/** Returns all wrong values that a client may send for this schema. */
export function wrongValues(schema: unknown): unknown[] {
  if (!(schema instanceof z.ZodType)) throw new Error('a route has a schema that is not ours');
  return wrongIn(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}
