import { DrizzleQueryError } from 'drizzle-orm'
import { stripVTControlCharacters } from 'node:util'
import { expect, test } from 'vitest'
import { createLog } from './log.ts'

function capture(isTTY = false) {
  const lines: string[] = []
  const log = createLog('info', { isTTY, write: (line: string) => void lines.push(line) })
  return { log, lines }
}

test('a line is JSON with a time and a level', () => {
  const { log, lines } = capture()
  log.info({ requestId: 'r1' }, 'hello')
  expect(JSON.parse(lines[0]!)).toMatchObject({
    level: 30,
    requestId: 'r1',
    msg: 'hello',
    time: expect.any(String),
  })
})

test('for a person it is a short line instead', () => {
  const { log, lines } = capture(true)
  log.warn({ path: '/x' }, 'page not found')
  expect(lines[0]).toMatch(/\d\d:\d\d:\d\d .*page not found.*path=\/x/)
})

test('nothing that comes from outside begins a line of its own or steers a terminal', () => {
  const { log, lines } = capture(true)
  const hostile = '/x\n12:00:00 signed in as admin\u001b[2J\u009b31m'
  log.warn({ path: hostile, deep: { path: hostile } }, `not found ${hostile}`)
  log.error({ err: new Error(hostile) }, 'failed')
  const shown = lines.map((line) => stripVTControlCharacters(line))
  expect(shown[0]?.trimEnd()).not.toMatch(/\p{Cc}/u)
  expect(shown[0]).toContain('\\u001b[2J')
  for (const line of shown) expect(line.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  const { log: json, lines: raw } = capture()
  json.warn({ path: hostile }, 'not found')
  expect(raw[0]?.trimEnd()).not.toContain('\n')
  expect(raw[0]).not.toContain('\u001b')
})

test('passwords, tokens and cookies are taken out, however deep they stand', () => {
  const { log, lines } = capture()
  log.info(
    { password: 's3cret', body: { newPassword: 's3cret', inner: { token: 's3cret' } }, cookie: 's3cret' },
    'x',
  )
  expect(lines[0]).not.toContain('s3cret')
})

test('a failed query tells what went wrong and not what was being written', () => {
  const { log, lines } = capture()
  const cause = Object.assign(new Error('duplicate key value'), {
    code: '23505',
    detail: 'Key (x)=(s3cret) exists',
  })
  log.error({ err: new DrizzleQueryError('insert into t values ($1)', ['s3cret'], cause) }, 'failed')
  expect(lines[0]).toContain('duplicate key value')
  expect(lines[0]).not.toContain('s3cret')
})
