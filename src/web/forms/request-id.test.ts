import { expect, test } from 'vitest'
import { z } from 'zod'
import { newRequestId } from './request-id.ts'

test('every id is a UUID of its own', () => {
  const ids = Array.from({ length: 200 }, newRequestId)
  expect(new Set(ids).size).toBe(200)
  expect(ids.every((id) => z.uuidv4().safeParse(id).success)).toBe(true)
})
