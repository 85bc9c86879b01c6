import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link, useNavigate, useParams, useSearch } from '@tanstack/react-router'
import { ChevronLeft, ChevronRight, Download, EllipsisVertical, RefreshCw, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { isNotFound } from '../../../web/api-client.ts'
import { LeaveGuard } from '../../../web/forms/leave-guard.tsx'
import { BackLink } from '../../../web/layout/back-link.tsx'
import { NotFound } from '../../../web/layout/not-found.tsx'
import { PageSkeleton } from '../../../web/layout/page-skeleton.tsx'
import { Page } from '../../../web/layout/page.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { Menu, MenuItem } from '../../../web/ui/menu.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { useMay } from '../../auth/web/session.ts'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import type { Receipt } from '../contract.ts'
import { DeleteReceiptsDialog } from './delete-receipts-dialog.tsx'
import { type ReadField, fieldsToCheck } from './fields-to-check.ts'
import { FiledCard, SuggestionCard } from './one/filed-card.tsx'
import { ReceiptDetails } from './one/receipt-details.tsx'
import { fieldAttribute } from './one/receipt-fields-form.tsx'
import { ReceiptNotices } from './one/receipt-notices.tsx'
import { ReceiptPicture } from './one/receipt-picture.tsx'
import { useFiling } from './one/use-filing.ts'
import { useNeighbors } from './one/use-neighbors.ts'
import { useReceiptFields } from './one/use-receipt-fields.ts'
import { originalUrl, receiptQuery, refreshReceipts } from './receipt-api.ts'
import { receiptName } from './receipt-text.ts'
import type { ReceiptUrlState } from './receipt-url-state.ts'
import { ReceiptsLocked } from './receipts-locked.tsx'

export function TransactionReceiptPage() {
  const { id = '' } = useParams({ strict: false })
  const urlState: ReceiptUrlState = useSearch({ from: '/transactions/receipts/$id' })
  const query = useQuery(receiptQuery(id))
  if (query.data) return <ReceiptView key={id} receipt={query.data} urlState={urlState} />
  if (query.isPending) return <PageSkeleton />
  if (isNotFound(query.error)) {
    return (
      <NotFound title="Receipt Not Found" text="It doesn’t exist, or it was deleted.">
        <Link to="/transactions/receipts">Back to Receipts</Link>
      </NotFound>
    )
  }
  return (
    <Page width="narrow">
      <ErrorState level={1} query={query} />
    </Page>
  )
}

function ReceiptView({ receipt, urlState }: { receipt: Receipt; urlState: ReceiptUrlState }) {
  const { id, state, suggestion } = receipt
  const client = useQueryClient()
  const navigate = useNavigate()
  const isLocked = useIsLocked('receipts')
  const [active, setActive] = useState<ReadField | null>(null)
  const [asksToDelete, setAsksToDelete] = useState(false)
  const fields = useReceiptFields(receipt)
  const neighbors = useNeighbors(id, urlState)
  const filing = useFiling(receipt, fields, { onFiled: neighbors.goOn, onUndone: neighbors.openReceipt })
  const toCheck = fieldsToCheck(receipt)
  const isFiled = receipt.expense !== null || receipt.transaction !== null
  const mayWrite = useMay('money.write')
  const canChange = mayWrite && !isLocked && state !== 'waiting'

  return (
    <Page>
      <PageHeader
        above={
          <BackLink to="/transactions/receipts" search={urlState}>
            Receipts
          </BackLink>
        }
        title={<span className="own-words wrap-anywhere">{receiptName(receipt)}</span>}
        actions={
          <>
            <Button
              variant="secondary"
              size="icon"
              aria-label="Previous receipt"
              aria-keyshortcuts="ArrowLeft K"
              disabled={!neighbors.hasPrevious}
              onClick={neighbors.goToPrevious}
            >
              <ChevronLeft aria-hidden />
            </Button>
            <Button
              variant="secondary"
              size="icon"
              aria-label="Next receipt"
              aria-keyshortcuts="ArrowRight J"
              disabled={!neighbors.hasNext}
              onClick={neighbors.goToNext}
            >
              <ChevronRight aria-hidden />
            </Button>
            <Menu
              trigger={
                <Button variant="secondary" size="icon" aria-label="More">
                  <EllipsisVertical aria-hidden />
                </Button>
              }
            >
              <MenuItem asChild>
                <a href={originalUrl(id)} download>
                  <Download aria-hidden />
                  Download original
                </a>
              </MenuItem>
              {canChange && (
                <MenuItem icon={RefreshCw} onSelect={() => filing.run({ kind: 'read-again' })}>
                  Read again
                </MenuItem>
              )}
              {mayWrite && (
                <MenuItem icon={Trash2} tone="danger" onSelect={() => setAsksToDelete(true)}>
                  Delete
                </MenuItem>
              )}
            </Menu>
          </>
        }
      />
      {isLocked && <ReceiptsLocked />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_27rem]">
        <ReceiptPicture receipt={receipt} toCheck={toCheck} active={active} onChoose={focusField} />
        <div className="flex min-w-0 flex-col gap-4">
          <ReceiptNotices
            receipt={receipt}
            filing={filing}
            canChange={canChange}
            onDelete={() => setAsksToDelete(true)}
          />
          <FiledCard receipt={receipt} filing={filing} canChange={canChange} />
          {!isFiled && suggestion && canChange && <SuggestionCard suggestion={suggestion} filing={filing} />}
          <ReceiptDetails
            receipt={receipt}
            fields={fields}
            filing={filing}
            toCheck={toCheck}
            canChange={canChange}
            onFocusField={setActive}
          />
        </div>
      </div>
      <DeleteReceiptsDialog
        open={asksToDelete}
        onOpenChange={setAsksToDelete}
        ids={[id]}
        onDeleted={async () => {
          fields.clear()
          await navigate({ to: '/transactions/receipts', search: urlState })
          // Removed from the cache, because loading it again would fail.
          client.removeQueries(receiptQuery(id))
          await refreshReceipts(client)
        }}
      />
      <LeaveGuard
        isDirty={fields.hasChanges}
        description="Your changes to this receipt haven’t been saved and will be lost."
      />
    </Page>
  )
}

function focusField(field: ReadField) {
  document.querySelector<HTMLElement>(`[${fieldAttribute}="${field}"]`)?.focus()
}
