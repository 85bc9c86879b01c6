import { Copy, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../src/web/ui/button.tsx'
import { ConfirmDialog } from '../../src/web/ui/confirm-dialog.tsx'
import { Dialog } from '../../src/web/ui/dialog.tsx'
import { DatePicker } from '../../src/web/ui/fields/date-picker.tsx'
import { Field } from '../../src/web/ui/fields/field.tsx'
import { Input } from '../../src/web/ui/fields/input.tsx'
import { Menu, MenuItem, MenuLabel, MenuSeparator } from '../../src/web/ui/menu.tsx'
import { showToast } from '../../src/web/ui/toast.ts'

type Open = 'edit' | 'forced' | 'delete' | null

export function OverlaysSection() {
  const [open, setOpen] = useState<Open>(null)
  const [paidOn, setPaidOn] = useState<string | null>(null)
  const close = () => setOpen(null)
  return (
    <div className="flex flex-wrap gap-2">
      <Button variant="secondary" onClick={() => setOpen('edit')}>
        Open dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('forced')}>
        Open forced dialog
      </Button>
      <Button variant="secondary" onClick={() => setOpen('delete')}>
        Open confirmation
      </Button>
      <Menu trigger={<Button variant="secondary">Open menu</Button>} align="start">
        <MenuLabel>Invoice 3F2A91C0</MenuLabel>
        <MenuItem icon={Pencil} onSelect={() => setOpen('edit')}>
          Edit
        </MenuItem>
        <MenuItem icon={Copy} onSelect={() => showToast({ title: 'Copied' })}>
          Copy link
        </MenuItem>
        <MenuItem disabled>Duplicate</MenuItem>
        <MenuSeparator />
        <MenuItem icon={Trash2} tone="danger" onSelect={() => setOpen('delete')}>
          Delete
        </MenuItem>
      </Menu>

      <Dialog
        open={open === 'edit'}
        onOpenChange={close}
        title="Record a payment"
        description="For what came by cash, check or bank transfer."
        footer={
          <>
            <Button variant="secondary" onClick={close}>
              Cancel
            </Button>
            <Button onClick={() => showToast({ title: 'Payment recorded', tone: 'success' })}>
              Save payment
            </Button>
          </>
        }
      >
        <div className="flex flex-col gap-4">
          <Field label="Reference">
            <Input />
          </Field>
          <Field label="Paid on">
            <DatePicker value={paidOn} onValueChange={setPaidOn} />
          </Field>
        </div>
      </Dialog>

      <Dialog
        open={open === 'forced'}
        onOpenChange={close}
        dismissible={false}
        title="Choose a new password"
        description="The initial password must be changed before you go on."
        footer={<Button onClick={close}>Update Password</Button>}
      />

      <ConfirmDialog
        open={open === 'delete'}
        onOpenChange={close}
        tone="danger"
        title="Delete this expense?"
        description="It leaves your totals at once. This cannot be undone."
        confirmLabel="Delete"
        onConfirm={close}
      />
    </div>
  )
}
