import { afterAll, beforeAll, expect, test } from 'vitest'
import { runNumberKills, runNumberRollbacks } from './support/chaos/number-chaos.ts'
import { type TestApp, createTestApp } from './support/test-app.ts'

/** `npm run chaos -- numbers` makes a thousand. */
const count = Number(process.env['CHAOS_ROUNDS'] ?? 80)
const seed = Number(process.env['CHAOS_SEED'] ?? 1)
const width = 50

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ maxConnections: width })
})
afterAll(() => app.close())

test(`${count} invoices, ${width} at once, with transactions rolled back anywhere, have 1 to ${count}, each once`, async () => {
  const { interruptions, problems } = await runNumberRollbacks(app, { count, width, seed })
  expect(problems).toEqual([])
  expect(interruptions).toBeGreaterThan(count / 10)
})

test(`${count} invoices, ${width} at once, while the program is killed twice, have 1 to ${count}, each once`, async () => {
  expect(await runNumberKills({ count, width, seed })).toEqual([])
})
