import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { addMember } from '../../../test/support/add-member.ts'
import { eventually } from '../../../test/support/eventually.ts'
import { givePlan, mailsTo, signUpToLead } from '../../../test/support/fixtures/team.ts'
import {
  type TestApp,
  answerOf,
  createTestApp,
  goodPassword,
  problemOf,
} from '../../../test/support/test-app.ts'
import { withTenant } from '../../platform/db/transaction.ts'
import { businessHeader } from '../../shared/business-header.ts'
import { getSession } from '../auth/contract.ts'
import { getBusiness } from '../business/contract.ts'
import { getLive } from '../live/contract.ts'
import * as team from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const codeOf = async (response: Response) =>
  response.ok ? response.status : (await problemOf(response)).code
const teamOf = async (cookie: string) => answerOf(team.getTeam, await app.send(team.getTeam, {}, { cookie }))
const rolesOf = async (cookie: string) => (await teamOf(cookie)).members.map(({ role }) => role)
const remove = (cookie: string, userId: string) =>
  app.send(team.removeMember, { params: { userId } }, { cookie })
const give = (cookie: string, userId: string, role: 'admin' | 'bookkeeper' | 'sales' | 'viewer') =>
  app.send(team.changeMemberRole, { params: { userId }, body: { role } }, { cookie })
const offer = (cookie: string, userId: string) =>
  app.send(team.offerBusiness, { body: { userId } }, { cookie })
const answer = (cookie: string, accept = true) => app.send(team.answerOffer, { body: { accept } }, { cookie })
const emailOf = async (cookie: string) =>
  (await answerOf(getSession, await app.send(getSession, {}, { cookie }))).session!.user.email

describe('roles', () => {
  test('hold from the next request on, and the member is told', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'viewer')
    const body = { email: `${crypto.randomUUID()}@example.com`, role: 'sales' } as const
    const invite = () => app.send(team.inviteMember, { body }, { cookie: member.cookie })
    expect(await codeOf(await invite())).toBe('FORBIDDEN')
    expect((await teamOf(member.cookie)).invitations).toEqual([])
    expect(await codeOf(await give(owner.cookie, member.userId, 'admin'))).toBe(200)
    expect(await codeOf(await invite())).toBe(200)
    const [mail] = await mailsTo(app, await emailOf(member.cookie))
    expect(mail).toMatchObject({ kind: 'role-changed', hasSecret: false })
    expect(mail?.text).toContain('You are now an admin')
    expect(mail?.text).toContain(`/settings?tab=team&business=${owner.businessId}`)
  })

  test('the owner’s stays, and an admin may give up their own', async () => {
    const owner = await signUpToLead(app)
    const admin = await addMember(app, owner.businessId, 'admin')
    expect(await codeOf(await give(admin.cookie, owner.userId, 'sales'))).toBe('OWNER_STAYS')
    expect(await codeOf(await remove(admin.cookie, owner.userId))).toBe('OWNER_STAYS')
    expect(await codeOf(await give(admin.cookie, admin.userId, 'viewer'))).toBe(200)
    expect(await codeOf(await give(admin.cookie, admin.userId, 'admin'))).toBe('FORBIDDEN')
  })

  test('one that is taken away while a request runs no longer counts', async () => {
    const owner = await signUpToLead(app)
    const admin = await addMember(app, owner.businessId, 'admin')
    const body = { email: `${crypto.randomUUID()}@example.com`, role: 'admin' } as const
    let running: Promise<Response> | undefined
    await withTenant(app.database, owner.businessId, async ({ client }) => {
      await client.query('select from businesses for no key update')
      running = app.send(team.inviteMember, { body }, { cookie: admin.cookie })
      await eventually(async () => {
        const { rows } = await app.database.platform.query(
          `select from pg_locks where not granted and database = (select oid from pg_database where datname = current_database())
           union all select from pg_locks where not granted and locktype = 'transactionid'`,
        )
        expect(rows.length).toBeGreaterThan(0)
      })
      await client.query(`update members set role = 'viewer' where user_id = $1`, [admin.userId])
    })
    expect(await codeOf(await running!)).toBe('FORBIDDEN')
    expect((await teamOf(owner.cookie)).invitations).toEqual([])
  })
})

describe('removing', () => {
  test('ends access and open streams at once, tells the person, and can be repeated', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'sales')
    const email = await emailOf(member.cookie)
    const stream = await app.app.request(`${getLive.path}?business=${owner.businessId}`, {
      headers: { cookie: member.cookie },
    })
    const heard = stream.text()
    expect(await codeOf(await remove(owner.cookie, member.userId))).toBe(200)
    expect(await heard).not.toContain('event: change')
    const named = { cookie: member.cookie, headers: member.headers }
    expect(await codeOf(await app.send(getBusiness, {}, named))).toBe('NOT_A_MEMBER')
    expect(await codeOf(await remove(owner.cookie, member.userId))).toBe(200)
    expect(await codeOf(await remove(owner.cookie, crypto.randomUUID()))).toBe('NOT_FOUND')
    expect((await mailsTo(app, email)).map(({ kind }) => kind)).toEqual(['member-removed'])
    // Who asks without a name is shown where they still belong.
    const { session } = await answerOf(getSession, await app.send(getSession, {}, { cookie: member.cookie }))
    expect(session?.business.id).toBe(member.ownBusinessId)
  })

  test('of two admins who remove each other, one is left', async () => {
    const owner = await signUpToLead(app)
    const one = await addMember(app, owner.businessId, 'admin')
    const other = await addMember(app, owner.businessId, 'admin')
    const named = (admin: typeof one, userId: string) =>
      app.send(team.removeMember, { params: { userId } }, { cookie: admin.cookie, headers: admin.headers })
    const answers = await Promise.all([named(one, other.userId), named(other, one.userId)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 403])
    expect(await rolesOf(owner.cookie)).toEqual(['owner', 'admin'])
  })

  test('whoever leaves works in another business; the owner stays', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'sales')
    const session = await answerOf(
      team.leaveBusiness,
      await app.send(team.leaveBusiness, {}, { cookie: member.cookie, headers: member.headers }),
    )
    expect(session.business.id).toBe(member.ownBusinessId)
    const refused = await problemOf(await app.send(team.leaveBusiness, {}, { cookie: owner.cookie }))
    expect(refused.code).toBe('OWNER_STAYS')
    expect(refused.message).toContain('Hand the business over first, or delete it.')
  })
})

describe('handing over', () => {
  test('makes the member the owner and the owner an admin, once it is accepted', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'bookkeeper')
    await app.database.auth.query(`update auth.users set email_verified = true where id = $1`, [
      member.userId,
    ])
    expect(
      (await answerOf(team.offerBusiness, await offer(owner.cookie, member.userId))).members,
    ).toMatchObject([{ role: 'owner' }, { role: 'bookkeeper', isOffered: true }])
    expect((await mailsTo(app, await emailOf(member.cookie)))[0]?.kind).toBe('business-offered')
    const session = await answerOf(team.answerOffer, await answer(member.cookie))
    expect(session).toMatchObject({ memberRole: 'owner', isOffered: false })
    expect((await teamOf(owner.cookie)).members.map(({ userId, role }) => [userId, role])).toEqual([
      [member.userId, 'owner'],
      [owner.userId, 'admin'],
    ])
    expect((await mailsTo(app, owner.email))[0]?.kind).toBe('business-handed-over')
    const { rows } = await app.database.auth.query(
      'select owner_verified as v from businesses where id = $1',
      [owner.businessId],
    )
    expect(rows).toEqual([{ v: true }])
    expect(await codeOf(await answer(member.cookie))).toBe('OFFER_OVER')
  })

  test('with Pro the two change places', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'viewer')
    await givePlan(app, owner.businessId, 'pro')
    await offer(owner.cookie, member.userId)
    expect(await codeOf(await answer(member.cookie))).toBe(200)
    expect((await teamOf(member.cookie)).members).toMatchObject([
      { userId: member.userId, role: 'owner', isPaused: false },
      { userId: owner.userId, role: 'viewer', isPaused: false },
    ])
  })

  test('a declined, withdrawn or old offer is over', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'admin')
    const endings = [
      () => answer(member.cookie, false),
      () => app.send(team.withdrawOffer, {}, { cookie: owner.cookie }),
      () =>
        withTenant(app.database, owner.businessId, ({ client }) =>
          client.query(
            `update members set offered_at = offered_at - interval '7 days' where offered_at is not null`,
          ),
        ),
    ]
    for (const end of endings) {
      expect(await codeOf(await offer(owner.cookie, member.userId))).toBe(200)
      await end()
      expect(await codeOf(await answer(member.cookie))).toBe('OFFER_OVER')
    }
    expect(await rolesOf(owner.cookie)).toEqual(['owner', 'admin'])
  })

  test('of two offers at once one stands, and repeating it changes nothing', async () => {
    const owner = await signUpToLead(app)
    const members = [
      await addMember(app, owner.businessId, 'admin'),
      await addMember(app, owner.businessId, 'sales'),
    ] as const
    const codes = await Promise.all(
      members.map(async ({ userId }) => codeOf(await offer(owner.cookie, userId))),
    )
    expect(codes.toSorted()).toEqual([200, 'OFFER_OPEN'])
    const offered = (await teamOf(owner.cookie)).members.filter(({ isOffered }) => isOffered)
    expect(offered).toHaveLength(1)
    expect(await codeOf(await offer(owner.cookie, offered[0]!.userId))).toBe(200)
    expect((await mailsTo(app, offered[0]!.email)).map(({ kind }) => kind)).toEqual(['business-offered'])
  })

  test('accepted twice at once it is handed over once', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'admin')
    await offer(owner.cookie, member.userId)
    const codes = await Promise.all(
      [answer(member.cookie), answer(member.cookie)].map(async (r) => codeOf(await r)),
    )
    expect(codes.toSorted()).toEqual([200, 'OFFER_OVER'])
    expect(await rolesOf(owner.cookie)).toEqual(['owner', 'admin'])
  })

  test('accepted while it is withdrawn, one of the two holds', async () => {
    for (let times = 0; times < 4; times++) {
      const owner = await signUpToLead(app)
      const member = await addMember(app, owner.businessId, 'admin')
      await offer(owner.cookie, member.userId)
      const [accepted, withdrawn] = await Promise.all([
        answer(member.cookie),
        app.send(team.withdrawOffer, {}, { cookie: owner.cookie }),
      ])
      expect([accepted.status, withdrawn.status]).toEqual(accepted.ok ? [200, 403] : [409, 200])
      const { members } = await teamOf(owner.cookie)
      expect(members[0]!.userId).toBe(accepted.ok ? member.userId : owner.userId)
    }
  })

  test('two who hand their businesses to each other at the same time both succeed', async () => {
    const one = await signUpToLead(app, 'One Owner')
    const other = await signUpToLead(app, 'Other Owner')
    const cross = async (from: typeof one, to: typeof one) => {
      await app.database.auth.query(
        `insert into members (business_id, user_id, role) values ($1, $2, 'admin')`,
        [from.businessId, to.userId],
      )
      await app.send(
        team.offerBusiness,
        { body: { userId: to.userId } },
        { cookie: from.cookie, headers: { [businessHeader]: from.businessId } },
      )
    }
    await cross(one, other)
    await cross(other, one)
    const accept = (who: typeof one, businessId: string) =>
      app.send(
        team.answerOffer,
        { body: { accept: true } },
        { cookie: who.cookie, headers: { [businessHeader]: businessId } },
      )
    const answers = await Promise.all([accept(one, other.businessId), accept(other, one.businessId)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
  })
})

describe('a person in several businesses', () => {
  test('switches, and only to one that they belong to', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'sales')
    const to = (businessId: string) =>
      app.send(team.switchBusiness, { body: { businessId } }, { cookie: member.cookie })
    const session = await answerOf(team.switchBusiness, await to(member.ownBusinessId))
    expect(session).toMatchObject({ business: { id: member.ownBusinessId }, memberRole: 'owner' })
    const { session: next } = await answerOf(
      getSession,
      await app.send(getSession, {}, { cookie: member.cookie }),
    )
    expect(next?.business.id).toBe(member.ownBusinessId)
    const stranger = await signUpToLead(app)
    expect(await codeOf(await to(stranger.businessId))).toBe('NOT_A_MEMBER')
    await givePlan(app, owner.businessId, 'pro')
    expect(await codeOf(await to(owner.businessId))).toBe('NOT_A_MEMBER')
  })

  test('a new sign-in begins in the business that they entered last, while they belong to it', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'sales')
    const email = await emailOf(member.cookie)
    const begin = async () => {
      const { session } = await app.signIn({ email, password: goodPassword })
      return session.business.id
    }
    expect(await begin()).toBe(member.ownBusinessId)
    const body = { businessId: owner.businessId }
    await answerOf(
      team.switchBusiness,
      await app.send(team.switchBusiness, { body }, { cookie: member.cookie }),
    )
    expect(await begin()).toBe(owner.businessId)
    await remove(owner.cookie, member.userId)
    expect(await begin()).toBe(member.ownBusinessId)
  })

  test('adds one with Enterprise, once for each request, ten at most', async () => {
    const { cookie, businessId } = await signUpToLead(app)
    const add = (requestId = crypto.randomUUID()) =>
      app.send(team.addBusiness, { body: { name: 'Branch', timeZone: 'UTC', requestId } }, { cookie })
    await givePlan(app, businessId, 'pro')
    expect(await codeOf(await add())).toBe('PLAN_REQUIRED')
    await givePlan(app, businessId, 'enterprise')
    const id = crypto.randomUUID()
    const [first, again] = await Promise.all(
      [add(id), add(id)].map(async (response) => answerOf(team.addBusiness, await response)),
    )
    expect(first).toMatchObject({ business: { name: 'Branch' }, memberRole: 'owner' })
    expect(again!.business.id).toBe(first!.business.id)
    expect(again!.businesses).toHaveLength(2)
    for (let count = 2; count < 10; count++) expect(await codeOf(await add())).toBe(200)
    expect(await codeOf(await add())).toBe('TOO_MANY_BUSINESSES')
  })

  test('is named the same in all of them', async () => {
    const owner = await signUpToLead(app)
    const member = await addMember(app, owner.businessId, 'sales')
    const body = { name: 'Renata Renamed' }
    const session = await answerOf(
      team.renamePerson,
      await app.send(team.renamePerson, { body }, { cookie: member.cookie }),
    )
    expect(session.user.name).toBe('Renata Renamed')
    expect((await teamOf(owner.cookie)).members[1]?.name).toBe('Renata Renamed')
  })
})
