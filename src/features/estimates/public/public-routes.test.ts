import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  type EstimateOwner,
  acceptance,
  createEstimateApp,
  signUpToEstimate,
} from '../../../../test/support/fixtures/estimates.ts'
import { seriesContent } from '../../../../test/support/fixtures/recurring.ts'
import { readPdf } from '../../../../test/support/read-pdf.ts'
import { type TestApp, answerOf, problemOf } from '../../../../test/support/test-app.ts'
import type { Endpoint } from '../../../shared/endpoint.ts'
import * as contract from './contract.ts'

let world: Awaited<ReturnType<typeof createEstimateApp>>
let app: TestApp
let owner: EstimateOwner
beforeAll(async () => {
  world = await createEstimateApp()
  app = world.app
})
beforeEach(async () => {
  world.setClock()
  owner = await signUpToEstimate(app)
})
afterAll(() => app.close())

const at = ({ id }: { id: string }) => ({ params: { id } })
const pdfOf = async (estimate: { id: string }) => {
  const answer = await app.send(contract.getEstimatePdf, at(estimate))
  return { answer, pdf: await readPdf(Buffer.from(await answer.arrayBuffer())) }
}

describe('an address that leads to no estimate', () => {
  const answerFor = (endpoint: Endpoint, id: string) =>
    endpoint === contract.decideEstimate
      ? app.send(contract.decideEstimate, { params: { id }, body: acceptance() })
      : app.send(endpoint as typeof contract.noteEstimateView, { params: { id } })

  test.each([
    contract.getPublicEstimate,
    contract.noteEstimateView,
    contract.decideEstimate,
    contract.emailPublicEstimate,
    contract.getEstimatePdf,
  ])('$path', async (endpoint) => {
    for (const id of [randomUUID(), owner.businessId]) {
      const answer = await answerFor(endpoint, id)
      expect(answer.status).toBe(404)
      expect(await problemOf(answer)).toMatchObject({ message: 'This estimate could not be found.' })
    }
  })
})

test('whoever has the link sees what stands on the estimate and nothing else, and search engines keep off', async () => {
  const made = await owner.make()
  await owner.answer(made, { note: 'Only for the owner' })
  const answer = await app.send(contract.getPublicEstimate, at(made))
  expect(answer.headers.get('x-robots-tag')).toBe('noindex')
  const shown = await answerOf(contract.getPublicEstimate, answer)
  expect(shown).toMatchObject({
    status: 'accepted',
    version: 2,
    decision: { decision: 'accept', name: 'Test Client', at: '2026-11-15T12:00:00.000Z' },
    document: { number: made.number, totals: { totalMinor: 169_811 } },
  })
  const text = JSON.stringify(shown)
  const hidden = [owner.businessId, owner.session.user.id, made.content.client.id ?? '', made.id]
  for (const secret of [...hidden, '192.0.2.7', 'Only for the owner']) expect(text).not.toContain(secret)
})

test('a look of the client is noted, one of the business itself is not', async () => {
  const made = await owner.make()
  await app.send(contract.noteEstimateView, at(made), { cookie: owner.cookie })
  expect((await owner.read(made)).viewedAt).toBeNull()
  await app.send(contract.noteEstimateView, at(made))
  const { viewedAt } = await owner.read(made)
  expect(viewedAt).not.toBeNull()
  await app.send(contract.noteEstimateView, at(made))
  expect((await owner.read(made)).viewedAt).toBe(viewedAt)
})

test('an email from the public page goes to the client alone, three times an hour', async () => {
  const made = await owner.make()
  const answers = await Promise.all(
    [1, 2, 3, 4, 5].map(() => app.send(contract.emailPublicEstimate, at(made))),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 429, 429])
  const mail = {
    kind: 'estimate',
    to: 'client@example.com',
    subject: `Estimate ${made.number} from Test Business`,
  }
  expect(await owner.mails()).toMatchObject([mail, mail, mail])
})

describe('the PDF', () => {
  test('says Estimate, until when it is valid and what it comes to, and asks for no payment', async () => {
    const made = await owner.make({ content: seriesContent({ paymentTerms: '2_10_net_30' }) })
    const { answer, pdf } = await pdfOf(made)
    expect(answer.headers.get('content-disposition')).toBe(
      `attachment; filename="Estimate-${made.number}.pdf"`,
    )
    expect(pdf.title).toBe(`Estimate ${made.number}`)
    for (const words of ['Estimate', 'Valid until', 'Dec 15, 2026', 'Estimate total', '$1,698.11']) {
      expect(pdf.text).toContain(words)
    }
    expect(pdf.text).not.toMatch(/invoice|amount due|due date|pay online|net 30/i)
  })

  test('of an accepted one names who accepted it and when', async () => {
    const made = await owner.make()
    const stroke = [10, 10, 300, 150, 590, 20]
    await owner.answer(made, { signature: { kind: 'drawn', strokes: [stroke] } })
    const { pdf } = await pdfOf(made)
    expect(pdf.text).toContain('Accepted by Test Client on Nov 15, 2026')
    expect(pdf.text).toContain('Accepted on Nov 15, 2026')
    expect((await owner.read(made)).decision?.signature).toEqual({ kind: 'drawn', strokes: [stroke] })
  })
})

describe('an answer', () => {
  test('is noted with name, time and address, and the owner gets an email', async () => {
    const made = await owner.make()
    const signature = { kind: 'typed', text: 'Test Client' } as const
    expect(await owner.answer(made, { note: 'Please begin soon.', signature })).toMatchObject({
      status: 'accepted',
      document: { estimate: { accepted: { name: 'Test Client', on: '2026-11-15', signature } } },
    })
    expect(await owner.read(made)).toMatchObject({
      status: 'accepted',
      decision: {
        decision: 'accept',
        by: 'client',
        at: '2026-11-15T12:00:00.000Z',
        name: 'Test Client',
        note: 'Please begin soon.',
        ip: '192.0.2.7',
        signature,
      },
    })
    expect(await owner.mails()).toMatchObject([
      {
        kind: 'estimate-decided',
        to: 'billing@business.example',
        subject: `Estimate ${made.number} was accepted`,
        text: expect.stringContaining('Please begin soon.'),
      },
    ])
  })

  test('to decline needs no name', async () => {
    const made = await owner.make()
    expect(await owner.answer(made, { decision: 'decline', name: '' })).toMatchObject({ status: 'declined' })
    const other = await owner.make()
    expect(await owner.refusalOf(await owner.sendAnswer(other, { name: ' ' }))).toMatchObject({
      fields: { name: 'Please enter your name.' },
    })
  })

  test('counts once: the second is told what was decided and when', async () => {
    const made = await owner.make()
    await owner.answer(made)
    for (const decision of ['accept', 'decline'] as const) {
      const refusal = await owner.refusalOf(await owner.sendAnswer(made, { decision, version: 2 }))
      expect(refusal).toMatchObject({
        status: 409,
        code: 'ESTIMATE_DECIDED',
        message:
          'This estimate was accepted on Nov 15, 2026. To change that, write to billing@business.example.',
      })
    }
  })

  test.each<[string, Parameters<EstimateOwner['sendAnswer']>[1]]>([
    ['accepted', { signature: { kind: 'drawn', strokes: [[1, 2, 3, 4]] } }],
    ['declined', { decision: 'decline', note: 'Too late' }],
  ])('sent twice, as by a second press, is answered twice and counts once: %s', async (status, change) => {
    const made = await owner.make()
    const answers = await Promise.all([owner.sendAnswer(made, change), owner.sendAnswer(made, change)])
    answers.push(await owner.sendAnswer(made, change))
    for (const answer of answers)
      expect(await answerOf(contract.decideEstimate, answer)).toMatchObject({ status })
    expect((await owner.mails()).filter(({ kind }) => kind === 'estimate-decided')).toHaveLength(1)
    const otherwise = await owner.sendAnswer(made, { ...change, note: 'Something else' })
    expect(await owner.refusalOf(otherwise)).toMatchObject({ code: 'ESTIMATE_DECIDED' })
  })

  test('of several at the same moment counts once, whatever they say', async () => {
    for (let round = 0; round < 5; round++) {
      const made = await owner.make()
      const answers = await Promise.all(
        (['accept', 'decline', 'accept', 'decline'] as const).map((decision, index) =>
          owner.sendAnswer(made, { decision, note: `Answer ${index}` }),
        ),
      )
      expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409])
      const winner = await answerOf(
        contract.decideEstimate,
        answers.find(({ ok }) => ok)!,
      )
      expect((await owner.read(made)).status).toBe(winner.status)
    }
    expect((await owner.mails()).filter(({ kind }) => kind === 'estimate-decided')).toHaveLength(5)
  })

  test('while the owner invoices or marks it counts once, too', async () => {
    const made = await owner.make()
    const [declined, invoiced, marked] = await Promise.all([
      owner.sendAnswer(made, { decision: 'decline' }),
      owner.sendInvoice(made),
      owner.mark(made, 'accept'),
    ])
    const { status, invoices } = await owner.read(made)
    if (declined.ok) expect([status, invoices]).toEqual(['declined', []])
    else expect(status).toBe('accepted')
    expect(declined.ok && (invoiced.ok || marked.ok)).toBe(false)
  })

  test('is possible on the last day in the time zone of the business, and refused after it', async () => {
    const late = await signUpToEstimate(app, 'America/Los_Angeles')
    const [last, after] = [await late.make(), await late.make()]
    // Eleven in the evening of Dec 15 in Los Angeles.
    world.setClock('2026-12-16T07:00:00Z')
    expect(await late.answer(last)).toMatchObject({ status: 'accepted' })
    world.setClock('2026-12-16T08:00:00Z')
    expect(await late.refusalOf(await late.sendAnswer(after))).toMatchObject({
      status: 409,
      code: 'ESTIMATE_EXPIRED',
      message:
        'This estimate was valid until Dec 15, 2026. Write to billing@business.example to ask for a new one.',
    })
  })

  test('to a version that the owner has changed meanwhile asks to reload', async () => {
    const made = await owner.make()
    await owner.update(made)
    expect(await owner.refusalOf(await owner.sendAnswer(made))).toMatchObject({
      status: 409,
      code: 'CHANGED_ELSEWHERE',
      message:
        'This estimate was changed while you were reading it. Reload the page to see the latest version.',
    })
    expect(await owner.answer(made, { version: 2 })).toMatchObject({ status: 'accepted' })
  })

  test.each([
    ['no stroke', []],
    ['half a point', [[1, 2, 3, 4, 5]]],
    ['points outside', [[1, 2, 3, 201]]],
    ['too many strokes', Array.from({ length: 65 }, () => [1, 1, 2, 2])],
    ['too many points', [Array.from({ length: 4002 }, () => 1)]],
  ])('with a signature of %s is refused', async (_name, strokes) => {
    const made = await owner.make()
    const answer = await owner.sendAnswer(made, { signature: { kind: 'drawn', strokes } })
    expect(answer.status).toBe(422)
  })
})
