import fc from 'fast-check'
import { hostileValues, strangeNames } from './values.ts'

export type Mutation =
  | { act: 'drop' }
  | { act: 'replace'; value: unknown }
  | { act: 'add'; name: string; value: unknown }
  | { act: 'repeat'; times: number }
  | { act: 'nest'; depth: number }

const hostile = fc.constantFrom(...hostileValues)

const mutation: fc.Arbitrary<Mutation> = fc.oneof(
  { weight: 2, arbitrary: fc.constant<Mutation>({ act: 'drop' }) },
  { weight: 6, arbitrary: hostile.map((value): Mutation => ({ act: 'replace', value })) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(fc.constantFrom(...strangeNames), hostile)
      .map(([name, value]): Mutation => ({ act: 'add', name, value })),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(2, 201, 1001).map((times): Mutation => ({ act: 'repeat', times })),
  },
  { weight: 1, arbitrary: fc.constantFrom(1, 300).map((depth): Mutation => ({ act: 'nest', depth })) },
)

type Way = readonly (string | number)[]

/** Returns every path in a value, the value itself first, down to a depth that no field exceeds. */
function waysIn(value: unknown, way: Way = []): Way[] {
  if (typeof value !== 'object' || value === null || way.length > 8) return [way]
  return [way, ...Object.entries(value).flatMap(([name, part]) => waysIn(part, [...way, name]))]
}

function nested(value: unknown, depth: number): unknown {
  let whole = value
  for (let level = 0; level < depth; level++) whole = [whole]
  return whole
}

function changed(value: unknown, change: Mutation): unknown {
  switch (change.act) {
    case 'replace':
      return change.value
    case 'add': {
      if (typeof value !== 'object' || value === null) return { [change.name]: change.value }
      const copy = { ...value }
      // As in JSON, where __proto__ is a name like any other.
      Object.defineProperty(copy, change.name, { value: change.value, enumerable: true, configurable: true })
      return copy
    }
    case 'repeat':
      if (Array.isArray(value)) return Array.from({ length: change.times }, () => value as unknown[]).flat()
      return typeof value === 'string' ? value.repeat(change.times) : [value, value]
    case 'nest':
      return nested(value, change.depth)
    case 'drop':
      return undefined
  }
}

/** Returns the value with one part changed. */
function changedAt(value: unknown, [name, ...rest]: Way, change: Mutation): unknown {
  if (name === undefined) return changed(value, change)
  if (Array.isArray(value)) {
    const parts = value.map((part: unknown, index) =>
      String(index) === String(name) ? changedAt(part, rest, change) : part,
    )
    return change.act === 'drop' && rest.length === 0 ? parts.filter((part) => part !== undefined) : parts
  }
  const copy = { ...(value as Record<string, unknown>) }
  const part = changedAt(copy[name], rest, change)
  if (part === undefined) delete copy[name]
  else
    Object.defineProperty(copy, name, { value: part, enumerable: true, configurable: true, writable: true })
  return copy
}

/** Draws these values with one to three mutations. */
export function mutated(values: fc.Arbitrary<unknown>): fc.Arbitrary<unknown> {
  const changes = fc.array(fc.tuple(fc.nat(999), mutation), { minLength: 1, maxLength: 3 })
  return fc.tuple(values, changes).map(([value, list]) => {
    let whole = value
    for (const [where, change] of list) {
      const ways = waysIn(whole)
      // The whole value is changed only now and then, because the fields are inside.
      const at = ways.length > 1 && where % 10 > 0 ? 1 + (where % (ways.length - 1)) : 0
      whole = changedAt(whole, ways[at] ?? [], change) ?? null
    }
    return whole
  })
}
