import type { APIRequestContext, Page } from '@playwright/test'
import { newEmail, signIn, signUp } from './browser.ts'
import { asDatabaseOwner } from './database.ts'
import { adminEmail, initialAdminPassword } from './settings.ts'

/** Creates an admin account. The default admin is not used, because one test changes its first password. */
export async function signUpAdmin(request: APIRequestContext, email = newEmail()) {
  const credentials = await signUp(request, email)
  await asDatabaseOwner(`update auth.users set role = 'admin' where email = $1`, [email])
  return credentials
}

/** Restores the default admin, for a retry of the test that changes its first password. */
export async function restoreDefaultAdmin(request: APIRequestContext): Promise<void> {
  const { email } = await signUp(request, newEmail(), initialAdminPassword)
  await asDatabaseOwner(
    `update auth.accounts set password = made.password
     from auth.accounts made join auth.users maker on maker.id = made.user_id
     where maker.email = $1 and accounts.user_id = (select id from auth.users where email = $2)`,
    [email, adminEmail],
  )
  await asDatabaseOwner('update auth.users set initial_password_changed = false where email = $1', [
    adminEmail,
  ])
}

/** Signs the browser in as a new admin. */
export async function signInAdmin(page: Page, request: APIRequestContext) {
  const credentials = await signUpAdmin(request)
  await signIn(page, credentials)
  return credentials
}
