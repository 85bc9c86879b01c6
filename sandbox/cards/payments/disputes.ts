import { z } from 'zod'
import { type SandboxScope, newId, newObject } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { createdInput } from '../list-page.ts'
import { type StoreScope, getObject, insertObject, listObjects, saveObject } from '../object-store.ts'
import { bookBalance } from '../payouts/balance-transactions.ts'
import { boolean } from '../read-input.ts'
import { invalidRequest } from '../sandbox-error.ts'
import type { Charge, Dispute } from '../sandbox-objects.ts'
import { type SandboxRoute, defineRoute, listRoute, readRoute } from '../sandbox-routes.ts'

/** How many seconds evidence is accepted. */
const evidenceTime = 7 * 86_400

/** Opens a dispute: the cardholder's bank withdraws the payment right after it was made. */
export async function openDispute(scope: SandboxScope, charge: Charge): Promise<void> {
  const start = newObject(scope, 'dispute', newId('dp'))
  const dispute: Dispute = {
    ...start,
    amount: charge.amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: start.created + evidenceTime,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    metadata: {},
  }
  await insertObject(scope, dispute, { parent: charge.payment_intent })
  await bookBalance(scope, dispute, { category: 'dispute', amount: -dispute.amount })
  await saveObject(scope, { ...charge, disputed: true })
  await emitEvent(scope, 'charge.dispute.created', dispute)
  await emitEvent(scope, 'charge.dispute.funds_withdrawn', dispute)
}

const decisions = new Map<string, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

/** Submits evidence. As in the provider's test mode, certain texts decide at once; others are only reviewed. */
export async function sendEvidence(
  scope: SandboxScope,
  dispute: Dispute,
  { text, isSubmitted }: { text: string; isSubmitted: boolean },
): Promise<Dispute> {
  assertOpen(dispute)
  const { evidence_details: details } = dispute
  const updated: Dispute = {
    ...dispute,
    evidence: { uncategorized_text: text },
    ...(isSubmitted && {
      status: 'under_review',
      evidence_details: {
        ...details,
        has_evidence: true,
        submission_count: details.submission_count + 1,
      },
    }),
  }
  const decided = isSubmitted ? decisions.get(text) : undefined
  if (decided) return decide(scope, updated, decided)
  await saveObject(scope, updated)
  await emitEvent(scope, 'charge.dispute.updated', updated)
  return updated
}

/** Accepts the dispute, which loses it. */
export async function closeDispute(scope: SandboxScope, dispute: Dispute): Promise<Dispute> {
  assertOpen(dispute)
  return decide(scope, dispute, 'lost')
}

async function decide(scope: SandboxScope, dispute: Dispute, status: 'won' | 'lost'): Promise<Dispute> {
  const decided: Dispute = { ...dispute, status }
  await saveObject(scope, decided)
  await emitEvent(scope, 'charge.dispute.updated', decided)
  await emitEvent(scope, 'charge.dispute.closed', decided)
  if (status === 'won') {
    await bookBalance(scope, decided, { category: 'dispute_reversal', amount: decided.amount })
    await emitEvent(scope, 'charge.dispute.funds_reinstated', decided)
  }
  return decided
}

function assertOpen({ status }: Dispute): void {
  if (status === 'needs_response' || status === 'under_review') return
  throw invalidRequest('This dispute is already closed', { code: 'dispute_closed' })
}

/** Whether a dispute has taken the payment back, so that nothing is left to refund. */
export async function countsAsDisputed(scope: StoreScope, charge: Charge): Promise<boolean> {
  const all = await listObjects(scope, 'dispute', charge.payment_intent)
  return all.some(({ status }) => status !== 'won')
}

const path = '/v1/disputes'
const evidence = z.strictObject({ uncategorized_text: z.string().max(20_000).optional() })

export const disputeRoutes: readonly SandboxRoute[] = [
  listRoute(
    path,
    'dispute',
    {
      payment_intent: z.string().optional(),
      charge: z.string().optional(),
      created: createdInput.optional(),
    },
    async ({ payment_intent: parent, charge, created }, call) => {
      if (parent !== undefined) await getObject(call, 'payment_intent', parent, { param: 'payment_intent' })
      return { parent, created, matching: { charge } }
    },
  ),
  readRoute(path, 'dispute'),
  defineRoute(
    'POST',
    `${path}/:id`,
    { evidence: evidence.optional(), submit: boolean.optional() },
    async (call, request) => {
      const dispute = await getObject(call, 'dispute', call.id, { lock: true })
      const text = request.evidence?.uncategorized_text
      if (text === undefined) return dispute
      return sendEvidence(call, dispute, { text, isSubmitted: request.submit ?? true })
    },
  ),
  defineRoute('POST', `${path}/:id/close`, {}, async (call) =>
    closeDispute(call, await getObject(call, 'dispute', call.id, { lock: true })),
  ),
]
