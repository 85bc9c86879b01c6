import { eq, sql } from 'drizzle-orm'
import { randomBytes } from 'node:crypto'
import { users } from '../../platform/db/tables/installation/auth.ts'
import { type Transaction, withAuth } from '../../platform/db/transaction.ts'
import { productName } from '../../shared/product.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createAccount, lockAdmins } from './queries.ts'

export interface Credentials {
  email: string
  password: string
}

/**
 * Creates the platform's first admin if no admin exists, and returns its credentials to be shown once. The
 * admin must change the password at the first sign-in, whether it was generated here or configured.
 */
export async function ensureDefaultAdmin(
  deps: AuthDeps,
  settings: { email: string; password: string | undefined },
): Promise<Credentials | null> {
  const { email, password = randomBytes(16).toString('base64url') } = settings
  return withAuth(deps.database, async (tx) => {
    // Processes that start at the same time take turns, so that only one creates the admin.
    await lockAdmins(tx)
    const [admin] = await tx.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
    if (admin) return null
    const [found] = await tx.db
      .select({ id: users.id, emailVerified: users.emailVerified })
      .from(users)
      .where(eq(users.email, email))
    if (found) {
      await promote(tx, deps, found)
      return null
    }
    const context = await deps.auth.$context
    await createAccount(tx, {
      name: 'Administrator',
      email,
      passwordHash: await context.password.hash(password),
      businessName: productName,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      role: 'admin',
      emailVerified: true,
      initialPasswordChanged: false,
    })
    return { email, password }
  })
}

/** Makes an existing account an admin. Its address must be confirmed: anyone can sign up with another's. */
async function promote(
  { db }: Transaction,
  { log }: AuthDeps,
  { id, emailVerified }: { id: string; emailVerified: boolean },
): Promise<void> {
  if (!emailVerified) {
    log.error(
      'There is no administrator. The account with the address in ADMIN_EMAIL was not made one, because its address is ' +
        'not confirmed. Confirm it with the link in its verification email, or set ADMIN_EMAIL to another address, and ' +
        'start again.',
    )
    return
  }
  await db
    .update(users)
    .set({ role: 'admin', suspendedAt: null, updatedAt: sql`now()` })
    .where(eq(users.id, id))
  log.warn('There was no administrator left. The account with the address in ADMIN_EMAIL is one again.')
}
