import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type PortalOwner, signUpForPortal } from '../../../../test/support/portal/sign-up-for-portal.ts'
import { type TestApp, answerOf, createTestApp, problemOf } from '../../../../test/support/test-app.ts'
import { getClient } from '../../clients/contract.ts'
import { getDashboard } from '../../dashboard/contract.ts'
import * as contract from '../contract.ts'
import { type PortalDetails } from '../contract.ts'
import { decideClientProposal } from '../owner/contract.ts'

let app: TestApp
let owner: PortalOwner
let client: { id: string; email: string; name: string }
let token: string
let cookie: string
beforeAll(async () => {
  app = await createTestApp({ maxConnections: 30 })
})
afterAll(() => app.close())
beforeEach(async () => {
  owner = await signUpForPortal(app)
  client = await owner.addClient('Acme')
  await owner.invoice(client)
  token = await owner.tokenOf(client.id)
  cookie = await owner.confirm(token)
})

const details = (changes: Partial<PortalDetails> = {}): PortalDetails => ({
  name: 'Acme',
  contactName: '',
  email: client.email,
  phone: '',
  address: '',
  country: '',
  taxId: '',
  ...changes,
})
const propose = (changes: Partial<PortalDetails>) =>
  owner.ask(contract.proposePortalDetails, { params: { token }, body: details(changes) }, { cookie })
const shown = async () =>
  answerOf(
    contract.getPortalDetails,
    await owner.ask(contract.getPortalDetails, { params: { token } }, { cookie }),
  )
const waiting = async () => (await owner.portalOf(client.id)).proposal
const decide = async (decision: 'accept' | 'decline', proposalId?: string) =>
  app.send(
    decideClientProposal,
    {
      params: { id: client.id },
      body: { proposalId: proposalId ?? (await waiting())?.proposal.id ?? '', decision },
    },
    { cookie: owner.cookie },
  )
const saved = async () =>
  answerOf(getClient, await app.send(getClient, { params: { id: client.id } }, { cookie: owner.cookie }))
const news = async () =>
  (await answerOf(getDashboard, await app.send(getDashboard, {}, { cookie: owner.cookie }))).needs.clientNews

test('what a client asks for changes nothing until the owner accepts it', async () => {
  const change = { phone: '+41 44 123 45 67', country: 'CH', taxId: 'che-116.281.710 mwst' }
  expect((await propose(change)).status).toBe(200)
  expect((await shown()).details).toEqual(details())
  expect((await shown()).proposal).toMatchObject({
    state: 'pending',
    details: details({ ...change, taxId: 'CHE-116.281.710 MWST' }),
  })
  const [mail] = await owner.mails('client-proposal')
  expect(mail).toMatchObject({
    to: 'billing@business.example',
    subject: 'Acme asks you to change their details',
    text: expect.stringContaining('Phone: +41 44 123 45 67\nCountry: Switzerland\n'),
  })
  expect(mail?.text).not.toContain('Company name:')
  expect(await news()).toMatchObject({ count: 1, items: [{ id: client.id, kind: 'proposal' }] })
  const before = await saved()

  expect((await decide('accept')).status).toBe(204)
  const after = await saved()
  expect(after).toMatchObject({ phone: '+41 44 123 45 67', country: 'CH', taxId: 'CHE-116.281.710 MWST' })
  expect(after.updatedAt > before.updatedAt).toBe(true)
  expect(await shown()).toMatchObject({
    details: after && { phone: after.phone },
    proposal: { state: 'accepted' },
  })
  expect(await waiting()).toBeNull()
  expect(await news()).toMatchObject({ count: 0 })
})

test('a declined change leaves everything as it is, and the client sees that', async () => {
  await propose({ address: '1 New Street' })
  expect((await decide('decline')).status).toBe(204)
  expect(await saved()).toMatchObject({ address: '' })
  expect((await shown()).proposal).toMatchObject({ state: 'declined' })
})

test('a new change takes the place of one that waits, and the same details end it', async () => {
  await propose({ phone: '1' })
  const first = await waiting()
  await propose({ phone: '2' })
  const second = await waiting()
  expect(second?.proposal.details.phone).toBe('2')
  expect(await problemOf(await decide('accept', first?.proposal.id))).toMatchObject({
    code: 'CHANGED_ELSEWHERE',
  })
  await propose({})
  expect(await waiting()).toBeNull()
  expect(await problemOf(await decide('accept', second?.proposal.id))).toMatchObject({
    code: 'CHANGED_ELSEWHERE',
  })
  expect(await saved()).toMatchObject({ phone: '' })
})

test('an address that belongs to another client is refused when it is accepted, and nothing is decided', async () => {
  const other = await owner.addClient('Berg')
  // The client learns nothing about the other one.
  expect((await propose({ email: other.email })).status).toBe(200)
  expect(await problemOf(await decide('accept'))).toMatchObject({ status: 409, code: 'EMAIL_TAKEN' })
  expect(await waiting()).not.toBeNull()
  expect(await saved()).toMatchObject({ email: client.email })
})

test('accepted and declined at once: one of them counts', async () => {
  await propose({ phone: '5' })
  const id = (await waiting())?.proposal.id
  const answers = await Promise.all([decide('accept', id), decide('decline', id), decide('accept', id)])
  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 409, 409])
})

test('wrong details are refused at their fields', async () => {
  expect(await problemOf(await propose({ name: '', email: 'x', country: 'CH', taxId: '1' }))).toMatchObject({
    status: 422,
    fields: {
      name: 'Please enter your company name.',
      email: 'Please enter a valid email address.',
    },
  })
  expect(await problemOf(await propose({ country: 'CH', taxId: '1' }))).toMatchObject({
    fields: { taxId: expect.any(String) },
  })
  expect(await waiting()).toBeNull()
})
