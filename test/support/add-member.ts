import { businessHeader } from '../../src/shared/business-header.ts'
import type { Role } from '../../src/shared/roles.ts'
import type { TestApp } from './test-app.ts'

/**
 * Adds a new person to a business, signed in and working in it. Like everyone who signed up, they have a business of their
 * own besides. `headers` names the business of the membership, as a page does.
 */
export async function addMember(app: TestApp, businessId: string, role: Exclude<Role, 'owner'>) {
  const { cookie, session } = await app.signUpAndIn({ name: `Test ${role}` })
  const userId = session.user.id
  await app.database.auth.query(`insert into members (business_id, user_id, role) values ($1, $2, $3)`, [
    businessId,
    userId,
    role,
  ])
  await app.database.auth.query(`update auth.sessions set business_id = $1 where user_id = $2`, [
    businessId,
    userId,
  ])
  return { cookie, userId, ownBusinessId: session.business.id, headers: { [businessHeader]: businessId } }
}
