import fc from 'fast-check'
import type { z } from 'zod'
import { goodPassword } from '../test-app.ts'
import { idArbitrary, ownText, readDescription, replaceTexts } from './ids.ts'
import { cursors, edgeNumbers, fittingTexts } from './values.ts'

/** The parts of a zod schema that are read here. */
interface Definition {
  type: string
  format?: string
  shape?: Record<string, z.ZodType>
  innerType?: z.ZodType
  element?: z.ZodType
  keyType?: z.ZodType
  valueType?: z.ZodType
  options?: z.ZodType[]
  values?: unknown[]
  entries?: Record<string, string | number>
  in?: z.ZodType
  out?: z.ZodType
  checks?: { _zod: { def: Check } }[]
}

interface Check {
  check: string
  maximum?: number
  minimum?: number
  value?: number
}

function definitionOf(schema: z.ZodType): Definition {
  return schema.def
}

function checksOf({ checks = [] }: Definition): Check[] {
  return checks.map(({ _zod: { def } }) => def)
}

function limitOf(definition: Definition, check: string, value: 'maximum' | 'minimum' | 'value') {
  return checksOf(definition).find((one) => one.check === check)?.[value]
}

const someId = '33333333-3333-4333-8333-333333333333'

/** Whether a schema accepts the value, once its descriptions are replaced by ids. */
function fits(schema: z.ZodType, value: unknown): boolean {
  return schema.safeParse(replaceTexts(value, (text) => (readDescription(text) ? someId : text))).success
}

/** Fields that need more than their schema says. */
const byName: Record<string, fc.Arbitrary<unknown>> = {
  after: fc.constantFrom(...cursors),
  before: fc.constantFrom(...cursors),
  cursor: fc.constantFrom(...cursors),
  // No server listens there, and nothing leaves the machine.
  host: fc.constantFrom('localhost', '127.0.0.1', '::1'),
  port: fc.constantFrom(1, 9),
  version: fc.constantFrom(1, 1, 1, 2, 0),
  // A category of a transaction is a text of which only some values are accepted.
  category: fc.constantFrom('Travel', 'Groceries', 'Other', 'Text'),
  period: fc.constantFrom(0, 0, 1, 2_147_483_647),
  confirmation: fc.constantFrom(ownText('word'), 'Text'),
  currentPassword: fc.constantFrom(goodPassword, 'Text'),
  password: fc.constantFrom(goodPassword, goodPassword, 'another good battery of horses 7', 'x'.repeat(128)),
}

function texts(schema: z.ZodType, longest = 500): fc.Arbitrary<string> {
  const edges = ['x', 'é', '👍', ' '].map((unit) => unit.repeat(Math.floor(longest / unit.length)))
  const known = [...fittingTexts, ...edges].filter((text) => fits(schema, text))
  const free = fc.string({ unit: 'grapheme', maxLength: Math.min(longest, 60) })
  const numbered = fc.nat(9999).map((n) => `fuzz-${n}@example.com`)
  const others = [free, numbered].filter((one) =>
    fc.sample(one, { numRuns: 20, seed: 1 }).some((text) => fits(schema, text)),
  )
  if (known.length === 0 && others.length === 0) throw new Error('no text is known that fits a field')
  return fc.oneof(
    ...(known.length > 0 ? [{ weight: 3, arbitrary: fc.constantFrom(...known) }] : []),
    ...others.map((one) => ({ weight: 1, arbitrary: one.filter((text) => fits(schema, text)) })),
  )
}

function numbers(schema: z.ZodType, definition: Definition): fc.Arbitrary<number> {
  const min = limitOf(definition, 'greater_than', 'value') ?? -2_147_483_648
  const max = limitOf(definition, 'less_than', 'value') ?? 2_147_483_647
  const edges = [min, min + 1, max - 1, max, ...edgeNumbers].filter((number) => fits(schema, number))
  const small = edges.filter((number) => number >= 0 && number <= 100)
  return fc.oneof(
    fc.constantFrom(...edges),
    fc.integer({ min, max }),
    ...(small.length > 0 ? [fc.constantFrom(...small)] : []),
  )
}

function objects(shape: Record<string, z.ZodType>, way: readonly string[]): fc.Arbitrary<unknown> {
  const fields = Object.entries(shape).map(([name, part]) => [name, fitting(part, [...way, name])] as const)
  const optional = new Set(
    Object.entries(shape).flatMap(([name, part]) => (part.safeParse(undefined).success ? [name] : [])),
  )
  const requiredKeys = fields.map(([name]) => name).filter((name) => !optional.has(name))
  return fc.record(Object.fromEntries(fields), { requiredKeys, noNullPrototype: true })
}

function drawn(schema: z.ZodType, definition: Definition, way: readonly string[]): fc.Arbitrary<unknown> {
  switch (definition.type) {
    case 'string':
      if (definition.format === 'uuid') return idArbitrary(way)
      return texts(schema, limitOf(definition, 'max_length', 'maximum'))
    case 'pipe': {
      const free = texts(schema, limitOf(definitionOf(definition.in ?? schema), 'max_length', 'maximum'))
      // The email address of an account: sometimes of an existing one.
      return way.length === 1 ? fc.oneof(fc.constant(ownText('email')), free) : free
    }
    case 'number':
      return numbers(schema, definition)
    case 'boolean':
      return fc.boolean()
    case 'enum':
      return fc.constantFrom(...Object.values(definition.entries ?? {}))
    case 'literal':
      return fc.constantFrom(...(definition.values ?? []))
    case 'nullable':
      return fc.option(fitting(definition.innerType ?? schema, way), { freq: 3 })
    case 'optional':
    case 'default':
      return fitting(definition.innerType ?? schema, way)
    case 'array': {
      const minLength = limitOf(definition, 'min_length', 'minimum') ?? 0
      const maxLength = Math.min(limitOf(definition, 'max_length', 'maximum') ?? 4, minLength + 4)
      return fc.array(fitting(definition.element ?? schema, way), { minLength, maxLength })
    }
    case 'union':
      return fc.oneof(...(definition.options ?? []).map((option) => fitting(option, way)))
    case 'object':
      return objects(definition.shape ?? {}, way)
    case 'record':
      return fc.dictionary(
        fitting(definition.keyType ?? schema, way) as fc.Arbitrary<string>,
        fitting(definition.valueType ?? schema, way),
        { maxKeys: 4, noNullPrototype: true },
      )
    default:
      throw new Error(`nothing is known about drawing a ${definition.type}`)
  }
}

/** Draws values that a schema accepts. `way` is the path to it. */
export function fitting(schema: z.ZodType, way: readonly string[]): fc.Arbitrary<unknown> {
  const definition = definitionOf(schema)
  const known = ['object', 'enum'].includes(definition.type) ? undefined : byName[way.at(-1) ?? '']
  if (known) return known
  const values = drawn(schema, definition, way)
  const hasOwnRule =
    ['object', 'array'].includes(definition.type) &&
    checksOf(definition).some(({ check }) => check === 'custom')
  return hasOwnRule ? values.filter((value) => fits(schema, value)) : values
}
