import type { KeyboardEvent, ReactNode } from 'react'
import { FormProvider } from 'react-hook-form'
import { FormBody } from '../../../../web/forms/form-body.tsx'
import type { DraftedForm } from '../../../../web/forms/use-drafted-form.ts'
import type { useSaveForm } from '../../../../web/forms/use-save-form.ts'
import { useScrollRoom } from '../../../../web/forms/use-scroll-room.ts'
import type { InvoiceDocument } from '../../contract.ts'
import type { ContentValues } from './content-values.ts'
import { FormBar } from './form-bar.tsx'
import { PreviewButton, PreviewPane } from './invoice-preview.tsx'

interface FormFrameProps<V extends ContentValues> extends ReturnType<typeof useSaveForm<V>> {
  handle: DraftedForm<V>
  label: string
  /** What the form edits, in lower case, for use in a sentence. */
  what: string
  submit: { label: string; busyLabel: string }
  /** A link with the text Cancel that leaves the form. */
  cancel: ReactNode
  draw: (values: V) => InvoiceDocument
  children: ReactNode
  /** Shown below the preview on wide screens and below the form on others. */
  aside?: ReactNode
}

/** The frame of every form with invoice content: notices, the bar with the total, and the preview. */
export function FormFrame<V extends ContentValues>(props: FormFrameProps<V>) {
  const { handle, submit, cancel, draw, children, aside, ...body } = props
  useScrollRoom()
  return (
    <FormProvider {...handle.form}>
      <div className="grid items-start gap-6 xl:grid-cols-[minmax(0,36rem)_minmax(0,1fr)] xl:gap-8">
        <FormBody {...body} handle={handle} onKeyDown={submitByKeyboard}>
          {children}
          <FormBar
            submit={submit}
            busy={handle.form.formState.isSubmitting}
            cancel={cancel}
            preview={<PreviewButton draw={draw} />}
          />
        </FormBody>
        {/* Scrolls with the page until its end and then sticks, so that it stays visible beside a long form. */}
        <div className="flex w-full max-w-3xl min-w-0 flex-col gap-6 xl:sticky xl:bottom-4 xl:min-h-[calc(100dvh-6rem)] xl:self-end">
          <PreviewPane draw={draw} />
          {aside}
        </div>
      </div>
    </FormProvider>
  )
}

const textTypes = new Set(['text', 'email', 'tel', 'search', 'number'])

/** Submits on Ctrl+Enter or Cmd+Enter. A plain Enter does not submit, because saving may mail the client. */
function submitByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // Ignores keys from a dialog that a field opened: React events bubble from it to the form.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement && textTypes.has(event.target.type)) {
    event.preventDefault()
  }
}
