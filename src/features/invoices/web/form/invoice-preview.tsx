import { Eye } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { Button } from '../../../../web/ui/button.tsx'
import { Dialog } from '../../../../web/ui/dialog.tsx'
import type { InvoiceDocument } from '../../contract.ts'
import { InvoicePaper } from '../paper/invoice-paper.tsx'
import type { ContentValues } from './content-values.ts'

interface PreviewProps<V extends ContentValues> {
  draw: (values: V) => InvoiceDocument
}

function Preview<V extends ContentValues>({ draw }: PreviewProps<V>) {
  const { control, getValues } = useFormContext<V>()
  useWatch({ control })
  // Deferred, so that the preview does not slow down typing.
  const values = useDeferredValue(getValues())
  return <InvoicePaper invoice={draw(values)} />
}

/** The preview beside the form on wide screens: the document as the client sees it, scaled down. */
export function PreviewPane<V extends ContentValues>({ draw }: PreviewProps<V>) {
  return (
    <aside
      aria-label="Preview"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long invoice must be scrollable with the keyboard
      tabIndex={0}
      className="hidden max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg xl:block"
    >
      <div className="[zoom:0.72]">
        <Preview draw={draw} />
      </div>
    </aside>
  )
}

export function PreviewButton<V extends ContentValues>({ draw }: PreviewProps<V>) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-label="Preview" className="xl:hidden" onClick={() => setOpen(true)}>
        <Eye aria-hidden />
        <span className="max-sm:hidden">Preview</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} size="lg" title="Preview">
        <Preview draw={draw} />
      </Dialog>
    </>
  )
}
