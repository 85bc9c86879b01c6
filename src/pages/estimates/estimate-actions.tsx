import { Link, useNavigate } from '@tanstack/react-router'
import { CircleCheck, CircleX, FilePlus2, Pencil, Percent, RotateCcw } from 'lucide-react'
import { useState } from 'react'
import { useMay } from '../../features/auth/web/session.ts'
import type { Estimate } from '../../features/estimates/contract.ts'
import {
  CopyLinkButton,
  EmailEstimateButton,
} from '../../features/estimates/web/actions/estimate-buttons.tsx'
import { EstimateMenu } from '../../features/estimates/web/actions/estimate-menu.tsx'
import { MarkEstimateDialog } from '../../features/estimates/web/actions/mark-estimate-dialog.tsx'
import { useReopenEstimate } from '../../features/estimates/web/actions/use-reopen-estimate.ts'
import { PartDialog } from '../../features/estimates/web/invoicing/part-dialog.tsx'
import { useMakeInvoice } from '../../features/estimates/web/invoicing/use-make-invoice.tsx'
import { useEstimateUrlState } from '../../features/estimates/web/list/back-to-estimates.tsx'
import { Button } from '../../web/ui/button.tsx'
import { MenuItem, MenuSeparator } from '../../web/ui/menu.tsx'

const actionClasses = 'whitespace-nowrap max-sm:flex-auto max-sm:px-2'

/** What can be done with an estimate, at the top of its page. What comes next stands out. */
export function EstimateActions({ estimate }: { estimate: Estimate }) {
  const { id, number, publicUrl, status, sentAt, decision, invoices, leftMinor, totalMinor, content } =
    estimate
  const navigate = useNavigate()
  const search = useEstimateUrlState()
  const { making, makeWhole, limitDialog } = useMakeInvoice(estimate)
  const reopening = useReopenEstimate(estimate)
  // Undefined until a dialog is first opened.
  const [parting, setParting] = useState<boolean>()
  const [marking, setMarking] = useState<{ as: 'accept' | 'decline'; open: boolean }>()
  const mayWrite = useMay('sales.write')
  const isUndecided = mayWrite && decision === null
  const isFirst = invoices.length === 0
  const canInvoice = mayWrite && status !== 'declined' && (leftMinor > 0 || (totalMinor === 0 && isFirst))
  const isNext = status === 'accepted' && canInvoice
  const canReopen = mayWrite && decision?.by === 'owner' && isFirst
  const invoiceLabel = isFirst ? 'Make Invoice' : 'Invoice the Rest'
  const partLabel = isFirst ? 'Deposit First…' : 'Invoice a Part…'
  return (
    <>
      {isNext && (
        <>
          <Button
            size="sm"
            className={`${actionClasses} max-sm:basis-full`}
            busy={making.isPending && parting !== true}
            busyLabel="Creating..."
            onClick={makeWhole}
          >
            <FilePlus2 aria-hidden />
            {invoiceLabel}
          </Button>
          {leftMinor > 1 && (
            <Button variant="secondary" size="sm" className={actionClasses} onClick={() => setParting(true)}>
              {partLabel}
            </Button>
          )}
        </>
      )}
      {isUndecided && status === 'open' && (
        <EmailEstimateButton
          estimateId={id}
          label={sentAt === null ? 'Email' : 'Email Again'}
          variant={sentAt === null ? 'primary' : 'secondary'}
          className={actionClasses}
        />
      )}
      {isUndecided && (
        <Button
          asChild
          variant={status === 'expired' ? 'primary' : 'secondary'}
          size="sm"
          className={actionClasses}
        >
          <Link to="/estimates/$id/edit" params={{ id }}>
            <Pencil aria-hidden className="max-sm:hidden" />
            Edit
          </Link>
        </Button>
      )}
      <CopyLinkButton publicUrl={publicUrl} className={actionClasses} />
      <EstimateMenu
        estimate={{ id, number, clientEmail: content.client.email, hasInvoices: !isFirst }}
        // The estimate no longer exists, so there is nothing to save.
        onDeleted={() => navigate({ to: '/estimates', search, ignoreBlocker: true })}
      >
        {isUndecided && (
          <>
            <MenuItem icon={CircleCheck} onSelect={() => setMarking({ as: 'accept', open: true })}>
              Mark as accepted
            </MenuItem>
            <MenuItem icon={CircleX} onSelect={() => setMarking({ as: 'decline', open: true })}>
              Mark as declined
            </MenuItem>
          </>
        )}
        {canReopen && (
          <MenuItem icon={RotateCcw} onSelect={reopening.reopen}>
            Open it again
          </MenuItem>
        )}
        {canInvoice && !isNext && (
          <>
            <MenuItem icon={FilePlus2} onSelect={makeWhole}>
              Make invoice
            </MenuItem>
            {leftMinor > 1 && (
              <MenuItem icon={Percent} onSelect={() => setParting(true)}>
                Deposit first…
              </MenuItem>
            )}
          </>
        )}
        {(isUndecided || canReopen) && <MenuSeparator />}
      </EstimateMenu>
      {parting !== undefined && (
        <PartDialog estimate={estimate} making={making} open={parting} onOpenChange={setParting} />
      )}
      {marking && (
        <MarkEstimateDialog
          key={marking.as}
          estimate={estimate}
          decision={marking.as}
          open={marking.open}
          onOpenChange={(open) => setMarking({ ...marking, open })}
        />
      )}
      {limitDialog}
    </>
  )
}
