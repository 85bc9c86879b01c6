import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../../src/shared/endpoint.ts'
import { createAttackWorld, nameOf } from '../support/attack-world.ts'
import { problemOf } from '../support/test-app.ts'

let world: Awaited<ReturnType<typeof createAttackWorld>>
beforeAll(async () => {
  world = await createAttackWorld()
})
afterAll(() => world.close())

const sensitive = () => world.app.api.endpoints.filter(({ confirm }) => confirm)
const cookieFor = ({ access }: Endpoint) => (access === 'admin' ? world.admin.cookie : world.victim.cookie)
const age = (minutes: number) =>
  world.app.database.auth.query("update auth.sessions set confirmed_at = now() - $1 * interval '1 minute'", [
    minutes,
  ])
const params = () => ({ name: 'stripe', id: world.victim.userId })

test('sensitive changes are these', () => {
  expect(sensitive().map(nameOf).toSorted()).toEqual([
    'DELETE /api/v1/auth/sessions/{id}',
    'DELETE /api/v1/integrations/{name}',
    'GET /api/v1/account/export',
    'POST /api/v1/account/restores/{id}/start',
    'POST /api/v1/admin/users/{id}/restore',
    'POST /api/v1/admin/users/{id}/suspend',
    'POST /api/v1/auth/sessions/end-others',
    'POST /api/v1/team/offer',
    'POST /api/v1/team/offer/answer',
    'PUT /api/v1/admin/users/{id}/role',
    'PUT /api/v1/integrations/banking',
    'PUT /api/v1/integrations/email',
    'PUT /api/v1/integrations/enabled',
    'PUT /api/v1/integrations/paypal',
    'PUT /api/v1/integrations/stripe',
  ])
})

test('a session whose owner has not typed the password for ten minutes changes nothing of the kind', async () => {
  await age(11)
  const before = await world.rowsOf(world.victim)
  expect(before.length).toBeGreaterThan(30)
  for (const endpoint of sensitive()) {
    const response = await world.shoot(endpoint, { cookie: cookieFor(endpoint), params: params() })
    expect([nameOf(endpoint), await problemOf(response)]).toEqual([
      nameOf(endpoint),
      expect.objectContaining({
        code: 'CONFIRMATION_NEEDED',
        status: 403,
        message: 'Please confirm that it’s you.',
      }),
    ])
  }
  expect(await world.rowsOf(world.victim)).toEqual(before)
  // Nine minutes after the password was entered they all succeed, so they were refused only for that.
  await age(9)
  for (const endpoint of sensitive()) {
    const response = await world.shoot(endpoint, { cookie: cookieFor(endpoint), params: params() })
    const isRefused = response.status === 403 && (await problemOf(response)).code === 'CONFIRMATION_NEEDED'
    if (!isRefused) await response.body?.cancel()
    expect([nameOf(endpoint), isRefused]).toEqual([nameOf(endpoint), false])
  }
})
