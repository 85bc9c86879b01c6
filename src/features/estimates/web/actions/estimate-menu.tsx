import { Copy, Ellipsis, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Button } from '../../../../web/ui/button.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../../../web/ui/menu.tsx'
import { May } from '../../../auth/web/may.tsx'
import { PaperItems } from '../../../invoices/web/actions/paper-items.tsx'
import { estimatePdfUrl } from '../estimate-api.ts'
import { DeleteEstimateDialog } from './delete-estimate-dialog.tsx'
import { useDuplicateEstimate } from './use-duplicate-estimate.ts'

interface EstimateMenuProps {
  estimate: { id: string; number: string; clientEmail: string; hasInvoices: boolean }
  /** Called after the estimate was deleted, on its own page. */
  onDeleted?: () => void | Promise<void>
  /** More items, at the top. */
  children?: ReactNode
}

export function EstimateMenu({ estimate, onDeleted, children }: EstimateMenuProps) {
  const { id, number, hasInvoices } = estimate
  // Undefined until the dialog is first opened, so that a list does not render one for each row.
  const [deleting, setDeleting] = useState<boolean>()
  const { duplicate, isDuplicating } = useDuplicateEstimate(id)
  return (
    <>
      <Menu
        trigger={
          <Button
            variant="ghost"
            size="icon"
            className="as-table:size-8 as-table:touch:size-11"
            busy={isDuplicating}
            busyLabel=""
            aria-label={`More actions for estimate ${number}`}
          >
            <Ellipsis aria-hidden />
          </Button>
        }
      >
        {children}
        <PaperItems to="/estimates/$id/view" id={id} pdfUrl={estimatePdfUrl(id)} />
        <May permission="sales.write">
          <MenuItem icon={Copy} onSelect={duplicate}>
            Duplicate
          </MenuItem>
          <MenuSeparator />
          <MenuItem icon={Trash2} tone="danger" disabled={hasInvoices} onSelect={() => setDeleting(true)}>
            Delete
          </MenuItem>
          {hasInvoices && (
            <MenuLabel>An estimate with invoices can’t be deleted because they refer to it.</MenuLabel>
          )}
        </May>
      </Menu>
      {deleting !== undefined && (
        <DeleteEstimateDialog
          estimate={estimate}
          open={deleting}
          onOpenChange={setDeleting}
          onDeleted={onDeleted}
        />
      )}
    </>
  )
}
