import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { invite, givePlan, mailsTo, secretIn, signUpToLead } from '../../../test/support/fixtures/team.ts'
import {
  type TestApp,
  answerOf,
  cookieOf,
  createTestApp,
  goodPassword,
  problemOf,
} from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { businessHeader } from '../../shared/business-header.ts'
import { getSession } from '../auth/contract.ts'
import { getBusiness } from '../business/contract.ts'
import * as team from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const join = (cookie: string, token: string) => app.send(team.joinBusiness, { body: { token } }, { cookie })
const joinNew = (token: string, name = 'Nora New') =>
  app.send(team.joinWithNewAccount, { body: { token, name, password: goodPassword } })
const read = (token: string) => app.send(team.readInvitation, { body: { token } })
const teamOf = async (cookie: string) => answerOf(team.getTeam, await app.send(team.getTeam, {}, { cookie }))
const codeOf = async (response: Response) => (await problemOf(response)).code
const asOwner = (text: string, values: unknown[]) => app.database.auth.query(text, values)

describe('the email', () => {
  test('says who invites, to which business, as what and until when, and its secret is not stored', async () => {
    const owner = await signUpToLead(app, 'Ines Inviter')
    const { email, token } = await invite(app, owner.cookie, { role: 'viewer' })
    const [mail] = await mailsTo(app, email)
    expect(mail).toMatchObject({ kind: 'invitation', hasSecret: true, state: 'queued' })
    expect(mail?.subject).toBe('Ines Inviter invites you to Ines Inviter’s Workshop')
    for (const part of ['Viewer / accountant', 'works once', '/join#token='])
      expect(mail?.text).toContain(part)
    const { rows } = await asOwner('select i::text as row from invitations i where email = $1', [email])
    expect(JSON.stringify(rows)).not.toContain(token)
    expect(token.length).toBeGreaterThan(40)
  })

  test('waits for the owner to confirm their address where emails are really sent', async () => {
    const careful = await createTestApp({ mailWaitsForVerification: true })
    try {
      const owner = await signUpToLead(careful)
      await careful.database.auth.query('update businesses set owner_verified = false where id = $1', [
        owner.businessId,
      ])
      const { email } = await invite(careful, owner.cookie)
      expect(await mailsTo(careful, email)).toMatchObject([{ state: 'held' }])
    } finally {
      await careful.close()
    }
  })

  test('an address can be invited five times an hour', async () => {
    const owner = await signUpToLead(app)
    const { email } = await invite(app, owner.cookie)
    for (let times = 1; times < 5; times++) await invite(app, owner.cookie, { email })
    const body = { email, role: 'sales' } as const
    const refused = await app.send(team.inviteMember, { body }, { cookie: owner.cookie })
    expect(await codeOf(refused)).toBe('TOO_MANY_REQUESTS')
  })
})

describe('joining', () => {
  test('with the account of the address: member, confirmed, and at work in the business', async () => {
    const owner = await signUpToLead(app)
    const guest = await app.signUpAndIn({ name: 'Gia Guest' })
    const { token } = await invite(app, owner.cookie, { email: guest.session.user.email })
    const session = await answerOf(team.joinBusiness, await join(guest.cookie, token))
    expect(session).toMatchObject({ memberRole: 'bookkeeper', hasTeam: true, user: { emailVerified: true } })
    expect(session.business.id).toBe(owner.businessId)
    expect(session.businesses).toHaveLength(2)
    const { members, invitations } = await teamOf(owner.cookie)
    expect(members.map(({ name, role }) => [name, role])).toEqual([
      ['Olivia Owner', 'owner'],
      ['Gia Guest', 'bookkeeper'],
    ])
    expect(invitations).toEqual([])
    // The next request without a name is in that business, too.
    const business = await answerOf(getBusiness, await app.send(getBusiness, {}, { cookie: guest.cookie }))
    expect(business.id).toBe(owner.businessId)
  })

  test('with a new account, which has no business of its own', async () => {
    const owner = await signUpToLead(app)
    const { token, email } = await invite(app, owner.cookie, { role: 'sales' })
    expect(await answerOf(team.readInvitation, await read(token))).toEqual({
      businessName: 'Olivia Owner’s Workshop',
      email,
      role: 'sales',
      invitedBy: 'Olivia Owner',
      hasAccount: false,
    })
    const response = await joinNew(token)
    const session = await answerOf(team.joinWithNewAccount, response.clone())
    expect(session).toMatchObject({
      user: { email, name: 'Nora New', emailVerified: true },
      memberRole: 'sales',
      businesses: [{ id: owner.businessId }],
    })
    const { session: found } = await answerOf(
      getSession,
      await app.send(getSession, {}, { cookie: cookieOf(response) }),
    )
    expect(found?.business.id).toBe(owner.businessId)
  })

  test('sent twice at once makes one account and one member', async () => {
    const owner = await signUpToLead(app)
    const { token } = await invite(app, owner.cookie)
    const answers = await Promise.all([joinNew(token), joinNew(token)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 410])
    expect((await teamOf(owner.cookie)).members).toHaveLength(2)
  })

  test('with an account that exists, one signs in instead', async () => {
    const owner = await signUpToLead(app)
    const guest = await app.signUp()
    const { token } = await invite(app, owner.cookie, { email: guest.email })
    expect((await answerOf(team.readInvitation, await read(token))).hasAccount).toBe(true)
    const refused = await problemOf(await joinNew(token))
    expect(refused.code).toBe('EMAIL_TAKEN')
    expect(refused.message).toContain('Sign in')
  })

  test('a weak password is refused, and the invitation still works', async () => {
    const owner = await signUpToLead(app)
    const { token } = await invite(app, owner.cookie)
    const body = { token, name: 'Nora New', password: 'password1' }
    expect(await codeOf(await app.send(team.joinWithNewAccount, { body }))).toBe('WEAK_PASSWORD')
    expect((await joinNew(token)).status).toBe(200)
  })
})

describe('what is refused', () => {
  test('a second use: the same person is simply in, anyone else is told', async () => {
    const owner = await signUpToLead(app)
    const guest = await app.signUpAndIn()
    const stranger = await app.signUpAndIn()
    const { token } = await invite(app, owner.cookie, { email: guest.session.user.email })
    const both = await Promise.all([join(guest.cookie, token), join(guest.cookie, token)])
    expect(both.map(({ status }) => status)).toEqual([200, 200])
    expect((await join(guest.cookie, token)).status).toBe(200)
    expect(await codeOf(await join(stranger.cookie, token))).toBe('INVITATION_OVER')
    expect((await problemOf(await read(token))).message).toContain('has been used')
    expect((await teamOf(owner.cookie)).members).toHaveLength(2)
  })

  test('another address, which is told the one that was invited', async () => {
    const owner = await signUpToLead(app)
    const stranger = await app.signUpAndIn()
    const { token, email } = await invite(app, owner.cookie)
    const problem = await problemOf(await join(stranger.cookie, token))
    expect(problem.code).toBe('WRONG_ADDRESS')
    expect(problem.message).toContain(email)
    expect((await teamOf(owner.cookie)).members).toHaveLength(1)
  })

  test('after a removal the invitation that was used opens nothing', async () => {
    const owner = await signUpToLead(app)
    const guest = await app.signUpAndIn()
    const { token } = await invite(app, owner.cookie, { email: guest.session.user.email })
    await join(guest.cookie, token)
    const params = { userId: guest.session.user.id }
    await app.send(team.removeMember, { params }, { cookie: owner.cookie })
    expect(await codeOf(await join(guest.cookie, token))).toBe('INVITATION_OVER')
    const headers = { [businessHeader]: owner.businessId }
    expect((await app.send(getBusiness, {}, { cookie: guest.cookie, headers })).status).toBe(403)
    expect((await teamOf(owner.cookie)).members).toHaveLength(1)
  })

  test('one that has expired, was withdrawn, or never was, each with its own words', async () => {
    const owner = await signUpToLead(app)
    const expired = await invite(app, owner.cookie)
    await asOwner(`update invitations set expires_at = now() where id = $1`, [expired.id])
    const withdrawn = await invite(app, owner.cookie)
    for (let times = 0; times < 2; times++) {
      const params = { id: withdrawn.id }
      expect((await app.send(team.withdrawInvitation, { params }, { cookie: owner.cookie })).status).toBe(200)
    }
    const words = []
    for (const token of [expired.token, withdrawn.token, 'no-such-token']) {
      const problem = await problemOf(await read(token))
      expect(problem.code).toBe('INVITATION_OVER')
      expect(await codeOf(await joinNew(token))).toBe('INVITATION_OVER')
      words.push(problem.message)
    }
    expect(words[0]).toContain('has expired. Ask Olivia Owner')
    expect(words[1]).toContain('was withdrawn')
    expect(words[2]).toContain('no longer works')
    expect((await teamOf(owner.cookie)).invitations).toMatchObject([{ id: expired.id, isExpired: true }])
  })

  test('the link before a renewal; the new one works', async () => {
    const owner = await signUpToLead(app)
    const { id, token, email } = await invite(app, owner.cookie)
    await asOwner(`update invitations set expires_at = now() where id = $1`, [id])
    const response = await app.send(team.renewInvitation, { params: { id } }, { cookie: owner.cookie })
    expect((await answerOf(team.renewInvitation, response)).invitations).toMatchObject([{ isExpired: false }])
    const renewed = (await mailsTo(app, email))
      .map(({ text }) => secretIn(text))
      .find((one) => one !== token)!
    expect(await codeOf(await joinNew(token))).toBe('INVITATION_OVER')
    expect((await joinNew(renewed)).status).toBe(200)
    expect(
      await codeOf(await app.send(team.renewInvitation, { params: { id } }, { cookie: owner.cookie })),
    ).toBe('INVITATION_OVER')
  })

  test('inviting again renews the one invitation with the new role', async () => {
    const owner = await signUpToLead(app)
    const { email, token } = await invite(app, owner.cookie, { role: 'admin' })
    await invite(app, owner.cookie, { email, role: 'viewer' })
    expect((await teamOf(owner.cookie)).invitations).toMatchObject([{ email, role: 'viewer' }])
    expect(await codeOf(await read(token))).toBe('INVITATION_OVER')
  })

  test('a member already, and a business that is full', async () => {
    const owner = await signUpToLead(app)
    const body = { email: owner.email, role: 'sales' } as const
    const problem = await problemOf(await app.send(team.inviteMember, { body }, { cookie: owner.cookie }))
    expect(problem).toMatchObject({ code: 'ALREADY_MEMBER', fields: { email: expect.any(String) } })
    await withTenant(app.database, owner.businessId, ({ client }) =>
      client.query(
        `insert into invitations (business_id, email, role, token_hash, invited_by, expires_at)
         select $1::uuid, n || '@full.example', 'sales', $1::uuid || ' ' || n, $2::uuid, now() from generate_series(2, 50) n`,
        [owner.businessId, owner.userId],
      ),
    )
    const one = { email: `${crypto.randomUUID()}@example.com`, role: 'sales' } as const
    const full = await problemOf(await app.send(team.inviteMember, { body: one }, { cookie: owner.cookie }))
    expect(full.fields?.['email']).toContain('50 members')
  })
})

describe('plans', () => {
  test('Free invites no one, Pro one viewer, Enterprise everyone', async () => {
    const owner = await signUpToLead(app)
    const ask = async (role: 'viewer' | 'sales') => {
      const body = { email: `${crypto.randomUUID()}@example.com`, role }
      const response = await app.send(team.inviteMember, { body }, { cookie: owner.cookie })
      return response.ok ? 'invited' : (await problemOf(response)).code
    }
    await givePlan(app, owner.businessId, 'free')
    expect([await ask('viewer'), await ask('sales')]).toEqual(['PLAN_REQUIRED', 'PLAN_REQUIRED'])
    await givePlan(app, owner.businessId, 'pro')
    expect([await ask('sales'), await ask('viewer'), await ask('viewer')]).toEqual([
      'PLAN_REQUIRED',
      'invited',
      'PLAN_REQUIRED',
    ])
    await givePlan(app, owner.businessId, 'enterprise')
    expect([await ask('viewer'), await ask('sales')]).toEqual(['invited', 'invited'])
  })

  test('an open invitation waits while the plan does not include it', async () => {
    const owner = await signUpToLead(app)
    const { token } = await invite(app, owner.cookie)
    await givePlan(app, owner.businessId, 'pro')
    expect(await codeOf(await joinNew(token))).toBe('INVITATION_OVER')
    await givePlan(app, owner.businessId, 'enterprise')
    expect((await joinNew(token)).status).toBe(200)
  })

  test('a downgrade pauses whom the plan does not include, and an upgrade brings them back', async () => {
    const owner = await signUpToLead(app)
    const roles = ['admin', 'viewer', 'viewer'] as const
    for (const role of roles) await joinNew((await invite(app, owner.cookie, { role })).token)
    const paused = async () => (await teamOf(owner.cookie)).members.map(({ isPaused }) => isPaused)
    expect(await paused()).toEqual([false, false, false, false])
    await givePlan(app, owner.businessId, 'pro')
    expect(await paused()).toEqual([false, true, false, true])
    const { members } = await teamOf(owner.cookie)
    // The seat that becomes free goes on to the next viewer.
    const params = { userId: members[2]!.userId }
    await app.send(team.removeMember, { params }, { cookie: owner.cookie })
    expect(await paused()).toEqual([false, true, false])
    await givePlan(app, owner.businessId, 'free')
    expect(await paused()).toEqual([false, true, true])
    await givePlan(app, owner.businessId, 'enterprise')
    expect(await paused()).toEqual([false, false, false])
  })
})
