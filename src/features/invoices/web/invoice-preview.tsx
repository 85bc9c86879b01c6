import { Eye } from 'lucide-react'
import { useDeferredValue, useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'

import { Button } from '../../../web/ui/button.tsx'
import { Dialog } from '../../../web/ui/dialog.tsx'
import type { InvoiceFormValues } from './invoice-form-values.ts'
import { InvoicePaper } from './invoice-paper.tsx'
import { type PreviewFacts, previewDocument } from './preview-document.ts'

function Preview(facts: PreviewFacts) {
  const { control, getValues } = useFormContext<InvoiceFormValues>()
  useWatch({ control })
  // Typing comes first, the drawing when there is time.
  const values = useDeferredValue(getValues())
  return <InvoicePaper invoice={previewDocument(values, facts)} />
}

/** Beside the form on wide screens: the page as the client gets it, made smaller. */
export function PreviewPane(props: PreviewFacts) {
  return (
    <aside
      aria-label="Preview"
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a long invoice is scrolled with the keyboard too
      tabIndex={0}
      className="hidden max-h-[calc(100dvh-6rem)] overflow-y-auto rounded-lg xl:block"
    >
      <div className="[zoom:0.72]">
        <Preview {...props} />
      </div>
    </aside>
  )
}

/** The same on a press, where there is no room beside the form. */
export function PreviewButton(props: PreviewFacts) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button variant="secondary" aria-label="Preview" className="xl:hidden" onClick={() => setOpen(true)}>
        <Eye aria-hidden />
        <span className="max-sm:hidden">Preview</span>
      </Button>
      <Dialog open={open} onOpenChange={setOpen} size="lg" title="Preview">
        <Preview {...props} />
      </Dialog>
    </>
  )
}
