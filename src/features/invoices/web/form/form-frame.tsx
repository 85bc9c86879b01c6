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
  /** Names the form. */
  label: string
  /** What it is about, in the middle of a sentence. */
  what: string
  submit: { label: string; busyLabel: string }
  /** A link away from the form, named Cancel. */
  cancel: ReactNode
  /** What would be made of what is typed. */
  draw: (values: V) => InvoiceDocument
  /** The sections of the form. */
  children: ReactNode
  /** Below the preview on wide screens, below the form on the others. */
  aside?: ReactNode
}

/** What every form about an invoice has around its sections: notices, the bar with the total, the preview beside it. */
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
        {/* Scrolls with the page to its own end and stays there: all of it can be seen, and beside a long form it does not vanish. */}
        <div className="flex w-full max-w-3xl min-w-0 flex-col gap-6 xl:sticky xl:bottom-4 xl:min-h-[calc(100dvh-6rem)] xl:self-end">
          <PreviewPane draw={draw} />
          {aside}
        </div>
      </div>
    </FormProvider>
  )
}

const textTypes = new Set(['text', 'email', 'tel', 'search', 'number'])

/** Saving may mail the client, so a plain Enter in a field is not taken for it; Ctrl or Cmd with Enter is. */
function submitByKeyboard(event: KeyboardEvent<HTMLFormElement>) {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
  // A dialog that one of the fields opened has its own Enter; React hands its keys on to here.
  if (!(event.target instanceof Node) || !event.currentTarget.contains(event.target)) return
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    event.currentTarget.requestSubmit()
  } else if (event.target instanceof HTMLInputElement && textTypes.has(event.target.type)) {
    event.preventDefault()
  }
}
