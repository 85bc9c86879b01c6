import { afterAll, beforeAll, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { mailsTo, signUpToLead } from '../../../test/support/fixtures/team.ts'
import { type TestApp, answerOf, createTestApp, goodPassword } from '../../../test/support/test-app.ts'
import { getSession } from '../auth/contract.ts'
import { getBusiness } from '../business/contract.ts'
import { addBusiness } from '../team/contract.ts'
import { cancelDeletion, exportData, getDeletion, requestDeletion } from './contract.ts'
import { deleteDue } from './jobs.ts'

let app: TestApp
let now = new Date()
beforeAll(async () => {
  app = await createTestApp({ now: () => now })
})
afterAll(() => app.close())

type Lead = Awaited<ReturnType<typeof signUpToLead>>

async function ask(owner: Lead, confirmation: string, daysAgo = 0) {
  now = new Date(Date.now() - daysAgo * 24 * 3_600_000)
  const body = { confirmation, password: goodPassword }
  await answerOf(requestDeletion, await app.send(requestDeletion, { body }, { cookie: owner.cookie }))
  now = new Date()
}

async function sessionOf(cookie: string) {
  return (await answerOf(getSession, await app.send(getSession, {}, { cookie }))).session
}
const kindsTo = async (email: string) => (await mailsTo(app, email)).map(({ kind }) => kind).toSorted()
const deleteNow = () => deleteDue({ ...app.deps, mailbox: null })

test('everyone else is told when the deletion is asked for and when it is taken back', async () => {
  const owner = await signUpToLead(app, 'Wanda')
  const member = await addMember(app, owner.businessId, 'sales')
  const email = (await sessionOf(member.cookie))!.user.email
  const deletion = await answerOf(getDeletion, await app.send(getDeletion, {}, { cookie: owner.cookie }))
  expect(deletion.otherMembers).toBe(1)
  await ask(owner, 'Wanda’s Workshop')
  const [warning] = await mailsTo(app, email)
  expect(warning?.subject).toMatch(/^Wanda’s Workshop will be deleted on /)
  expect((await app.send(cancelDeletion, {}, { cookie: member.cookie })).status).toBe(403)
  expect((await app.send(cancelDeletion, {}, { cookie: owner.cookie })).status).toBe(200)
  expect(await kindsTo(email)).toEqual(['account-deletion', 'account-kept'])
})

test('with the business goes the account of its owner; members keep theirs, their sessions and their own business', async () => {
  const owner = await signUpToLead(app, 'Xenia')
  const member = await addMember(app, owner.businessId, 'admin')
  await ask(owner, 'Xenia’s Workshop', 8)
  await deleteNow()
  expect(await sessionOf(owner.cookie)).toBeNull()
  expect(await kindsTo(owner.email)).toEqual(['account-deleted'])
  const session = await sessionOf(member.cookie)
  expect(session).toMatchObject({ user: { id: member.userId }, business: { id: member.ownBusinessId } })
  expect(session?.businesses.map(({ id }) => id)).toEqual([member.ownBusinessId])
  const own = await answerOf(getBusiness, await app.send(getBusiness, {}, { cookie: member.cookie }))
  expect(own.id).toBe(member.ownBusinessId)
})

test('an owner of several businesses who deletes one keeps the account and the others', async () => {
  const owner = await signUpToLead(app, 'Yara')
  const body = { name: 'Second Shop', timeZone: 'UTC', requestId: crypto.randomUUID() }
  const second = await answerOf(addBusiness, await app.send(addBusiness, { body }, { cookie: owner.cookie }))
  await ask(owner, 'Second Shop', 8)
  await deleteNow()
  const session = await sessionOf(owner.cookie)
  expect(session).toMatchObject({ user: { id: owner.userId }, business: { id: owner.businessId } })
  // Those that the business sent went with it.
  const [mail] = await mailsTo(app, owner.email)
  expect(mail?.subject).toBe('Second Shop has been deleted')
  const { rows } = await app.database.auth.query('select id from businesses where id = any($1)', [
    [owner.businessId, second.business.id],
  ])
  expect(rows).toEqual([{ id: owner.businessId }])
})

test('what an owner of several businesses is told names the one that is deleted, and leads to it', async () => {
  const owner = await signUpToLead(app, 'Yuri')
  const body = { name: 'Third Shop', timeZone: 'UTC', requestId: crypto.randomUUID() }
  const third = await answerOf(addBusiness, await app.send(addBusiness, { body }, { cookie: owner.cookie }))
  await ask(owner, 'Third Shop')
  expect((await app.send(cancelDeletion, {}, { cookie: owner.cookie })).status).toBe(200)
  const mails = await mailsTo(app, owner.email)
  const asked = mails.find(({ kind }) => kind === 'account-deletion')
  expect(asked?.subject).toMatch(/^Third Shop will be deleted on /)
  expect(asked?.text).toContain('choose Keep the business')
  expect(asked?.text).toContain(`/settings?business=${third.business.id}`)
  expect(mails.find(({ kind }) => kind === 'account-kept')?.subject).toBe('Third Shop won’t be deleted')
})

test('what a member does with the business’s secrets and data is told to them and to the owner', async () => {
  const owner = await signUpToLead(app, 'Zita')
  const member = await addMember(app, owner.businessId, 'admin')
  const email = (await sessionOf(member.cookie))!.user.email
  const response = await app.send(exportData, {}, { cookie: member.cookie })
  expect(response.status).toBe(200)
  await response.arrayBuffer()
  expect(await kindsTo(email)).toEqual(['security-notice'])
  const [notice] = await mailsTo(app, owner.email)
  expect(notice?.kind).toBe('security-notice')
  expect(notice?.text).toContain('Test admin, an admin in Zita’s Workshop, did this.')
})
