import { DrizzleQueryError } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { isDatabaseUnavailable, isDiskFull, isTimeLimit } from './unavailable.ts'

const coded = (code: string, message = 'refused') => Object.assign(new Error(message), { code })

test('a server that is away, starts up, took too long or says nothing is unavailable', () => {
  const away = [
    ...['57P01', '57P02', '57P03', '53300', '57014', '25P03', 'ECONNREFUSED', 'EPIPE'].map((code) =>
      coded(code),
    ),
    new Error('Query read timeout'),
    new Error('Connection terminated unexpectedly'),
    new DrizzleQueryError('select', [], coded('57P03')),
  ]
  expect(away.filter((error) => !isDatabaseUnavailable(error))).toEqual([])
})

test('what took too long is told from what is away', () => {
  expect(isTimeLimit(new DrizzleQueryError('select', [], coded('57014')))).toBe(true)
  expect(isTimeLimit(coded('57P03'))).toBe(false)
})

test('a query that is wrong is not, and no room on the disk is something else', () => {
  expect(['42P01', '23505', '53100'].filter((code) => isDatabaseUnavailable(coded(code)))).toEqual([])
  expect(isDiskFull(new DrizzleQueryError('insert', [], coded('53100')))).toBe(true)
  expect(isDiskFull(coded('ENOSPC'))).toBe(true)
  expect(isDiskFull(coded('57P03'))).toBe(false)
})
