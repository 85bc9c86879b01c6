import { expect, test } from 'vitest'
import { z } from 'zod'
import { parseInput } from './parse-request.ts'

const schema = z.strictObject({ name: z.string().max(5) })

test('a length that cannot be compared is refused like any other wrong value', () => {
  const length = JSON.parse('{"toString":"x","valueOf":1}') as unknown
  for (const value of [{ name: { length } }, { name: 'a', more: [{ length }] }]) {
    expect(() => parseInput(schema, value)).toThrow(expect.objectContaining({ code: 'VALIDATION_FAILED' }))
  }
})

test('a fault in a rule of our own stays a failure', () => {
  const broken = schema.refine(() => {
    throw new TypeError('planted')
  })
  expect(() => parseInput(broken, { name: 'a' })).toThrow('planted')
})
