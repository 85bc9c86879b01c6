import { type APIRequestContext, expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import type { Estimate, EstimateInput, createEstimate } from '../../../src/features/estimates/contract.ts'
import type { decideEstimate } from '../../../src/features/estimates/public/contract.ts'
import { eachText } from '../../../src/features/invoices/document/input-rules.ts'
import { addDays, dateIn } from '../../../src/shared/dates.ts'
import type { RequestOf } from '../../../src/shared/endpoint.ts'
import { productUrl } from './settings.ts'

const unknown = { phone: '', address: '', contactName: '', country: '', taxId: '' }

interface WantedEstimate extends Partial<Pick<EstimateInput, 'sendOption'>> {
  client?: string
  email?: string
  minor?: number
  /** Days from today; negative for an estimate that has expired. */
  validForDays?: number
}

/** Creates an estimate of one amount, as the user of these requests. */
export async function postEstimate(
  request: APIRequestContext,
  { client = 'Test Client', email = 'client@example.com', minor = 125_000, ...rest }: WantedEstimate = {},
): Promise<Estimate> {
  const { validForDays = 30, sendOption = 'email_later' } = rest
  const today = dateIn('UTC', new Date())
  const data: RequestOf<typeof createEstimate>['body'] = {
    content: {
      company: { name: 'Test Business', email: 'billing@business.example', ...unknown },
      logoId: null,
      client: { id: null, name: client, email, ...unknown, taxTreatment: 'standard' },
      paymentTerms: 'net_30',
      dueInDays: null,
      ...eachText(''),
      currency: 'USD',
      charge: { kind: 'amount', amountMinor: minor },
      sendReminder: false,
    },
    issueDate: addDays(today, Math.min(0, validForDays - 1)),
    validUntil: addDays(today, validForDays),
    sendOption,
    requestId: randomUUID(),
  }
  const response = await request.post('/api/v1/estimates', { headers: { origin: productUrl }, data })
  expect(response.status(), await response.text()).toBe(200)
  return response.json()
}

/** Answers as the client does. */
export async function answerEstimate(
  request: APIRequestContext,
  { id, version }: Pick<Estimate, 'id' | 'version'>,
  answer: Omit<RequestOf<typeof decideEstimate>['body'], 'version'>,
): Promise<void> {
  const response = await request.post(`/api/v1/public/estimates/${id}/decision`, {
    headers: { origin: productUrl },
    data: { ...answer, version },
  })
  expect(response.status(), await response.text()).toBe(200)
}
