import { afterAll, beforeAll, expect, test } from 'vitest'
import { getBusiness } from '../src/features/business/contract.ts'
import { createTaxRate } from '../src/features/taxes/contract.ts'
import { withTenant } from '../src/platform/db/transaction.ts'
import { type Answer, findFaults } from './support/fuzz/checks.ts'
import type { ActorName } from './support/fuzz/requests.ts'
import { createFuzz, formatFinding } from './support/fuzz/run.ts'
import { type FuzzWorld, createFuzzWorld } from './support/fuzz/world.ts'

const requests = Number(process.env['FUZZ_REQUESTS'] ?? 250)
const seed = Number(process.env['FUZZ_SEED'] ?? 1)
const report = process.env['FUZZ_REQUESTS'] === undefined ? undefined : console.log

let world: FuzzWorld
beforeAll(async () => {
  world = await createFuzzWorld()
})
afterAll(() => world.close())

test(
  'whatever is sent to the API, it answers within its contract, and a refusal changes nothing',
  { timeout: 7_200_000 },
  async () => {
    const fuzz = createFuzz(world)
    const findings = await fuzz.run({ requests, seed, ...(report && { report }) })
    report?.([...fuzz.statuses].map(([status, times]) => `${times} answers ${status}`).join('\n'))
    report?.(`never answered with success: ${fuzz.neverGood().join(', ') || 'none'}`)
    report?.(`seen one time and not again: ${fuzz.once.join('\n') || 'nothing'}`)
    expect(findings.map(formatFinding)).toEqual([])
    expect(fuzz.statuses.get(200)).toBeGreaterThan(requests / 10)
    expect(fuzz.statuses.get(422)).toBeGreaterThan(requests / 20)
  },
)

test('a failure and a write that are planted in the app are found, and told with a small request', async () => {
  const { app } = world.app
  const request = app.request.bind(app)
  const { businessId } = world.present.get('owner')!
  try {
    app.request = async (...args: Parameters<typeof request>) => {
      const response = await request(...args)
      if (response.status === 422)
        await withTenant(world.app.database, businessId, ({ client }) =>
          client.query(`update clients set phone = phone || '1'`),
        )
      const isDefaultRate = response.ok && (await response.clone().text()).includes('"isDefault":true')
      return isDefaultRate ? new Response('oh no', { status: 500 }) : response
    }
    const fuzz = createFuzz(
      world,
      Array.from({ length: 20 }, () => createTaxRate),
    )
    const findings = await fuzz.run({ requests: 60, seed: 1 })
    const faults = findings.map(({ fault }) => fault).toSorted()
    expect(faults).toEqual(
      expect.arrayContaining(['500 undefined', 'refused, but wrote: UPDATE public.clients']),
    )
    const finding = findings.find(({ fault }) => fault === '500 undefined')
    expect(finding?.request.body).toMatchObject({ json: { isDefault: true } })
    expect(JSON.stringify(finding?.request).length).toBeLessThan(300)
  } finally {
    app.request = request
  }
})

test('what a request has written is noted once it is committed, and not when it is rolled back', async () => {
  const { businessId, word } = world.present.get('owner')!
  const rename = (fails: boolean) =>
    withTenant(world.app.database, businessId, async ({ client }) => {
      await client.query(`update clients set phone = phone || '1'`)
      if (fails) throw new Error('planted')
    })
  await world.watch.take()
  await expect(rename(true)).rejects.toThrow('planted')
  expect(await world.watch.take()).toEqual([])
  await rename(false)
  const writes = await world.watch.take()
  expect(writes[0]).toMatchObject({ table: 'public.clients', act: 'UPDATE' })
  expect(writes[0]?.row).toContain(word)
})

const requestId = 'the-id-of-the-request'
const refusal = (changes: object = {}): Answer => ({
  status: 404,
  type: 'application/problem+json',
  requestId,
  text: JSON.stringify({
    code: 'NOT_FOUND',
    title: 'Not found',
    status: 404,
    message: 'Nothing is here.',
    requestId,
    ...changes,
  }),
})
const failure = { code: 'INTERNAL', title: 'Something went wrong', status: 500 }
const write = { table: 'public.invoices', act: 'UPDATE', row: '' }
const good = { status: 200, type: 'application/json', requestId, text: '{}' }

interface Planted {
  answer: Answer
  actor?: ActorName
  writes?: (typeof write)[]
  fault: string
}
const planted: Planted[] = [
  { answer: { ...refusal(failure), status: 500 }, fault: '500 INTERNAL' },
  { answer: refusal(), writes: [write], fault: 'refused, but wrote: UPDATE public.invoices' },
  { answer: { ...refusal(), type: 'text/html' }, fault: 'a refusal of the type text/html' },
  { answer: refusal({ message: '' }), fault: 'a refusal without a message' },
  { answer: refusal({ requestId: 'another' }), fault: 'a refusal without the id of its request' },
  { answer: refusal({ status: 400 }), fault: 'a refusal whose code has another status' },
  { answer: refusal({ message: 'relation "x" does not exist' }), fault: 'shows its inside' },
  { answer: refusal({ message: 'Oh\n    at run (app.ts:1:2)' }), fault: 'shows its inside' },
  { answer: good, fault: 'an answer that its schema refuses' },
  { answer: good, actor: 'nobody', fault: 'let in who must not' },
]

test.each(planted)('the check finds $fault', ({ answer, actor = 'owner', writes = [], fault }) => {
  const asked = { endpoint: getBusiness, actor, present: world.present, writes }
  expect(findFaults(refusal(), { ...asked, writes: [] })).toEqual([])
  expect(findFaults(answer, asked).join('\n')).toContain(fault)
})

test('the check finds what another business wrote', () => {
  const { word } = world.present.get('other')!
  const asked = { endpoint: getBusiness, actor: 'owner' as const, present: world.present, writes: [] }
  expect(findFaults(refusal({ message: word }), asked)).toEqual(['shows another business'])
})
