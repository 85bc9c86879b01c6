import { type ReactNode, type SubmitEvent, useRef } from 'react'
import { SaveFooter } from '../../../web/forms/save-footer.tsx'
import { HelpHint } from '../../../web/help-hint.tsx'
import type { HelpTopic } from '../../../web/help-topics.ts'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { ErrorState } from '../../../web/ui/error-state.tsx'
import { RestoredNotice } from './restored-notice.tsx'
import type { SettingsForm } from './use-settings-form.ts'

interface SettingsCardProps {
  handle: Omit<SettingsForm<unknown, unknown>, 'change'>
  id: string
  title: string
  topic: HelpTopic
  description: string
  /** The title that is shown if the settings could not be loaded. */
  failedTitle: string
  /** For a card that shares its tab with another one. */
  saveLabel?: string
  children: ReactNode
}

/** A tab of settings that begins with a choice. */
export function SettingsCard(props: SettingsCardProps) {
  const { handle, id, title, topic, description, failedTitle, saveLabel, children } = props
  const { failed, loading, reload, hasChanges, saving, save } = handle
  const form = useRef<HTMLFormElement>(null)
  async function submit(event: SubmitEvent) {
    event.preventDefault()
    if (await save()) return
    // After React has rendered the errors.
    setTimeout(() => form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus())
  }
  function discard() {
    // The button disappears with the notice.
    form.current?.querySelector<HTMLElement>('input[type=radio]:checked, input[type=checkbox]')?.focus()
    handle.discard()
  }
  if (failed) {
    return (
      <Card>
        <ErrorState title={failedTitle} retrying={loading} onRetry={reload} />
      </Card>
    )
  }
  return (
    <Card aria-labelledby={id}>
      <form ref={form} noValidate aria-labelledby={id} onSubmit={(event) => void submit(event)}>
        <CardHeader>
          <div className="flex items-center gap-1">
            <CardTitle id={id}>{title}</CardTitle>
            <HelpHint topic={topic} />
          </div>
          <CardDescription>{description}</CardDescription>
        </CardHeader>
        <CardContent>
          <RestoredNotice isShown={handle.isRestored} onDiscard={discard} />
          {children}
        </CardContent>
        <SaveFooter isDirty={hasChanges} isSaving={saving} label={saveLabel} />
      </form>
    </Card>
  )
}
