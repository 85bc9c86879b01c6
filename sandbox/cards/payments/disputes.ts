import { type SandboxScope, newId, secondsOf } from '../card-sandbox.ts'
import { emitEvent } from '../events.ts'
import { insertObject, listObjects, readObject, saveObject } from '../object-store.ts'
import { invalidRequest, noSuch } from '../sandbox-error.ts'
import type { Charge, Dispute } from '../sandbox-objects.ts'

/** How many seconds evidence is accepted. */
const evidenceTime = 7 * 86_400

/** Opens a dispute: the cardholder's bank withdraws the payment right after it was made. */
export async function openDispute({ sandbox, tx, account }: SandboxScope, charge: Charge): Promise<void> {
  const created = secondsOf(sandbox.now())
  const dispute: Dispute = {
    id: newId('dp'),
    object: 'dispute',
    created,
    livemode: false,
    amount: charge.amount,
    currency: charge.currency,
    charge: charge.id,
    payment_intent: charge.payment_intent,
    reason: 'fraudulent',
    status: 'needs_response',
    is_charge_refundable: false,
    evidence: { uncategorized_text: null },
    evidence_details: {
      due_by: created + evidenceTime,
      has_evidence: false,
      past_due: false,
      submission_count: 0,
    },
    metadata: {},
  }
  await insertObject(tx, { account, parent: charge.payment_intent }, dispute)
  await saveObject(tx, { ...charge, disputed: true })
  await emitEvent(sandbox, tx, account, 'charge.dispute.created', dispute)
  await emitEvent(sandbox, tx, account, 'charge.dispute.funds_withdrawn', dispute)
}

export async function lockDispute(
  { tx, account }: Pick<SandboxScope, 'tx' | 'account'>,
  id: string,
): Promise<Dispute> {
  const stored = await readObject(tx, 'dispute', id, { account, lock: true })
  if (!stored) throw noSuch('dispute', id)
  return stored.body
}

/**
 * Submits evidence. As in the provider's test mode, certain texts decide the dispute immediately; any other
 * text is only reviewed.
 */
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
  await saveObject(scope.tx, updated)
  await emitEvent(scope.sandbox, scope.tx, scope.account, 'charge.dispute.updated', updated)
  return updated
}

const decisions = new Map<string, 'won' | 'lost'>([
  ['winning_evidence', 'won'],
  ['losing_evidence', 'lost'],
])

/** Accepts the dispute, which loses it. */
export async function closeDispute(scope: SandboxScope, dispute: Dispute): Promise<Dispute> {
  assertOpen(dispute)
  return decide(scope, dispute, 'lost')
}

async function decide(scope: SandboxScope, dispute: Dispute, status: 'won' | 'lost'): Promise<Dispute> {
  const { sandbox, tx, account } = scope
  const decided: Dispute = { ...dispute, status }
  await saveObject(tx, decided)
  await emitEvent(sandbox, tx, account, 'charge.dispute.updated', decided)
  await emitEvent(sandbox, tx, account, 'charge.dispute.closed', decided)
  if (status === 'won') {
    await emitEvent(sandbox, tx, account, 'charge.dispute.funds_reinstated', decided)
  }
  return decided
}

function assertOpen({ status }: Dispute): void {
  if (status === 'needs_response' || status === 'under_review') return
  throw invalidRequest('This dispute is already closed', { code: 'dispute_closed' })
}

/** Whether a dispute has taken the payment back, so that nothing is left to refund. */
export async function countsAsDisputed(
  { tx, account }: Pick<SandboxScope, 'tx' | 'account'>,
  { payment_intent: parent }: Charge,
): Promise<boolean> {
  const all = await listObjects(tx, 'dispute', { account, parent })
  return all.some(({ status }) => status !== 'won')
}
