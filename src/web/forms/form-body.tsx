import { type KeyboardEvent, type ReactNode, useDeferredValue, useEffect, useRef } from 'react'
import type { FieldValues } from 'react-hook-form'
import { RestoredNotice, SaveProblemNotice } from './form-notices.tsx'
import { LeaveGuard } from './leave-guard.tsx'
import type { DraftedForm } from './use-drafted-form.ts'
import type { useSaveForm } from './use-save-form.ts'

interface FormBodyProps<V extends FieldValues> extends ReturnType<typeof useSaveForm<V>> {
  handle: DraftedForm<V>
  label: string
  /** What the form edits, such as "invoice"; used within a sentence. */
  what: string
  /** Navigating to this path does not ask about unsaved changes. */
  within?: string | undefined
  onKeyDown?: (event: KeyboardEvent<HTMLFormElement>) => void
  children: ReactNode
}

export function FormBody<V extends FieldValues>(props: FormBodyProps<V>) {
  const { handle, label, what, within, onKeyDown, children, save, problem, conflict } = props
  const { submitCount } = handle.form.formState
  const element = useRef<HTMLFormElement>(null)
  const restored = useDeferredValue(handle.restored, null)

  useEffect(() => {
    if (submitCount > 0) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus()
  }, [submitCount])

  return (
    <>
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys pressed in its fields */}
      <form
        ref={element}
        noValidate
        aria-label={label}
        className="flex w-full max-w-3xl min-w-0 flex-col gap-6"
        onSubmit={(event) => void save(event)}
        onKeyDown={onKeyDown}
        onBlur={handle.checkOnBlur}
      >
        {/* Rendered even when empty, so that screen readers announce what appears in it. */}
        <output className="block empty:-mb-6">
          {restored && !problem && (
            <RestoredNotice
              what={what}
              isOutdated={restored === 'outdated'}
              onDiscard={handle.discard}
              conflict={conflict}
            />
          )}
        </output>
        {problem && <SaveProblemNotice what={what} problem={problem} conflict={conflict} />}
        {children}
      </form>
      <LeaveGuard
        isDirty={handle.isDirty}
        within={within}
        description={`Your changes to this ${what} haven’t been saved and will be lost.`}
        onLeave={handle.finish}
      />
    </>
  )
}
