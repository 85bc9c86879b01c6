import { createHmac, randomBytes } from 'node:crypto'
import type { AuthDeps } from '../../src/features/auth/auth-deps.ts'
import { sessionCookieName, sessionLifetimeSeconds } from '../../src/features/auth/better-auth.ts'
import type { Session, signUp } from '../../src/features/auth/contract.ts'
import { createAccount } from '../../src/features/auth/queries.ts'
import { sessions } from '../../src/platform/db/tables/installation/auth.ts'
import { withAuth } from '../../src/platform/db/transaction.ts'
import type { BodyOf } from '../../src/shared/endpoint.ts'

/**
 * Writes, in one transaction, what signing up and signing in would leave behind: an account, its business and
 * a session. Returns its cookie.
 */
export async function addSignedIn(
  { auth, database, appUrl }: AuthDeps,
  secret: string,
  person: BodyOf<typeof signUp>,
): Promise<{ cookie: string; session: Session }> {
  const { password } = await auth.$context
  const passwordHash = await password.hash(person.password)
  const token = randomBytes(24).toString('base64url')
  const { userId, businessId } = await withAuth(database, async (tx) => {
    const added = await createAccount(tx, { ...person, email: person.email.toLowerCase(), passwordHash })
    const expiresAt = new Date(Date.now() + sessionLifetimeSeconds * 1000)
    await tx.db.insert(sessions).values({ userId: added.userId, token, expiresAt })
    return added
  })
  const signature = createHmac('sha256', secret).update(token).digest('base64')
  const { name, email, businessName, timeZone } = person
  return {
    cookie: `${sessionCookieName(appUrl)}=${encodeURIComponent(`${token}.${signature}`)}`,
    session: {
      user: { id: userId, name, email, emailVerified: false, role: 'user', mustChangePassword: false },
      business: {
        id: businessId,
        name: businessName,
        timeZone,
        currency: 'USD',
        locale: 'en-US',
        deleteAfter: null,
      },
      memberRole: 'owner',
      hasTeam: false,
      isOffered: false,
      businesses: [{ id: businessId, name: businessName, role: 'owner' }],
    },
  }
}
