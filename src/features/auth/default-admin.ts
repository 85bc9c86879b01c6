import { randomBytes } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { users } from '../../platform/db/tables/auth.ts'
import { withAuth } from '../../platform/db/transaction.ts'
import { productName } from '../../shared/product.ts'
import type { AuthDeps } from './auth-deps.ts'
import { createAccount } from './create-account.ts'
import { lockAdmins } from './lock-admins.ts'

interface AdminSettings {
  email: string
  password: string | undefined
}

/**
 * Makes the platform's first admin when there is none, and returns its credentials to be shown once.
 * Its first sign-in has to change the password, whether it was drawn here or configured.
 */
export async function ensureDefaultAdmin(deps: AuthDeps, settings: AdminSettings) {
  const password = settings.password ?? randomBytes(16).toString('base64url')
  return withAuth(deps.database, async (tx) => {
    // Processes that start together take turns, so that only one makes it.
    await lockAdmins(tx)
    const [admin] = await tx.db.select({ id: users.id }).from(users).where(eq(users.role, 'admin')).limit(1)
    if (admin) return null
    // Somebody with this address who was one before is one again, with the password they have.
    const again = await tx.db
      .update(users)
      .set({ role: 'admin', suspendedAt: null, updatedAt: sql`now()` })
      .where(eq(users.email, settings.email))
      .returning({ id: users.id })
    if (again.length > 0) {
      deps.log.warn(
        'there was no administrator left: the account with the address of the first one is it again',
      )
      return null
    }
    const context = await deps.auth.$context
    await createAccount(tx, {
      name: 'Administrator',
      email: settings.email,
      passwordHash: await context.password.hash(password),
      businessName: productName,
      timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      role: 'admin',
      emailVerified: true,
      initialPasswordChanged: false,
    })
    return { email: settings.email, password }
  })
}
