import type { APIRequestContext, Page } from '@playwright/test'
import { newEmail, signIn, signUp } from './browser.ts'
import { asDatabaseOwner } from './e2e-database.ts'

/** An account with the role, made without the default admin, whose first password belongs to one test. */
export async function signUpAdmin(request: APIRequestContext, email = newEmail()) {
  const credentials = await signUp(request, email)
  await asDatabaseOwner(`update auth.users set role = 'admin' where email = $1`, [email])
  return credentials
}

/** Signs the browser in as an administrator of its own. */
export async function signInAdmin(page: Page, request: APIRequestContext) {
  const credentials = await signUpAdmin(request)
  await signIn(page, credentials)
  return credentials
}
