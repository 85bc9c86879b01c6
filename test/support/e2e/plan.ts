import type { Page } from '@playwright/test'
import type { Plan } from '../../../src/features/billing/rules.ts'
import { asDatabaseOwner } from './database.ts'

/** Sets the plan of the user who is signed in, without the card provider. */
export async function setPlan(page: Page, plan: Plan): Promise<void> {
  const { session } = await (await page.request.get('/api/v1/session')).json()
  await asDatabaseOwner('update businesses set plan = $2 where id = $1', [session.business.id, plan])
}
