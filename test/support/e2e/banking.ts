import { type Page, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Banking } from '../../../src/features/banking/contract.ts'
import type { DemoInstitution } from '../../../src/features/banking/rules.ts'
import { productUrl } from './settings.ts'

export async function getBanking(page: Page): Promise<Banking> {
  const response = await page.request.get('/api/v1/banking')
  expect(response.status()).toBe(200)
  return response.json()
}

/** Connects a demo bank without the page, and waits for its transactions. */
export async function connectBank(page: Page, institution: DemoInstitution): Promise<Banking> {
  const response = await page.request.post('/api/v1/banking/connections', {
    headers: { origin: productUrl },
    data: { institution, requestId: randomUUID() },
  })
  expect(response.status()).toBe(200)
  await expect(async () => {
    const { connections } = await getBanking(page)
    expect(connections.every(({ isSyncing, lastSyncedAt }) => !isSyncing && lastSyncedAt !== null)).toBe(true)
  }).toPass()
  return getBanking(page)
}
