import type { ExportedTable } from './exported-table.ts'

export const exportedDisputes: ExportedTable = {
  name: 'disputes',
  about: 'Payments that clients disputed with their bank',
  columns: [
    'id',
    'payment_id',
    'amount_cents',
    'reason',
    'state',
    'provider_dispute_id',
    'url',
    'needs_response',
    'evidence_due_at',
    'still_owed',
    'opened_at',
    'opened_on',
    'closed_at',
    'created_at',
    'updated_at',
  ],
  orderBy: 'created_at, id',
}
