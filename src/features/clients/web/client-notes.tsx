import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useLayoutEffect, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../web/api-client.ts'
import { LeaveGuard } from '../../../web/forms/leave-guard.tsx'
import { Button } from '../../../web/ui/button.tsx'
import { Card, CardContent, CardDescription, CardHeader, CardTitle } from '../../../web/ui/card.tsx'
import { Field } from '../../../web/ui/fields/field.tsx'
import { Textarea } from '../../../web/ui/fields/textarea.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { showSuccess } from '../../../web/ui/toast.ts'
import { useMay } from '../../auth/web/session.ts'
import { type ClientAccount, maxNotes, saveClientNotes } from '../contract.ts'
import { clientQuery, refreshClients } from './client-api.ts'

/** What the business has noted about a client. */
export function ClientNotes({ client }: { client: ClientAccount }) {
  if (useMay('sales.write')) return <NotesForm client={client} />
  if (client.notes === '') return null
  return (
    <Card aria-label="Notes">
      <CardHeader>
        <CardTitle>Notes</CardTitle>
      </CardHeader>
      <CardContent>
        <p className="own-words text-sm wrap-anywhere whitespace-pre-line text-foreground">{client.notes}</p>
      </CardContent>
    </Card>
  )
}

function NotesForm({ client }: { client: ClientAccount }) {
  const queries = useQueryClient()
  // Null while nothing is typed: then the notes are those that are saved, also after a change elsewhere.
  const [typed, setTyped] = useState<{ notes: string; version: number } | null>(null)
  const notes = typed?.notes ?? client.notes
  const isDirty = typed !== null && typed.notes.trim() !== client.notes
  const dirty = useRef(isDirty)
  useLayoutEffect(() => {
    dirty.current = isDirty
  })
  const checkDirty = useCallback(() => dirty.current, [])
  const saving = useMutation({
    mutationFn: (body: { notes: string; version: number }) =>
      call(saveClientNotes, { params: { id: client.id }, body }),
    onSuccess: async (_, { notes: saved }) => {
      showSuccess('Notes Saved')
      await refreshClients(queries)
      setTyped((now) => (now?.notes === saved ? null : now))
    },
  })
  const isConflict = saving.error instanceof ApiError && saving.error.code === 'CHANGED_ELSEWHERE'
  const tooLong = notes.trim().length > maxNotes

  async function loadNewer() {
    await queries.invalidateQueries(clientQuery(client.id))
    saving.reset()
    setTyped(null)
  }
  async function saveAnyway(text: string) {
    const newest = await queries.fetchQuery({ ...clientQuery(client.id), staleTime: 0 })
    saving.mutate({ notes: text, version: newest.notesVersion })
  }

  return (
    <Card aria-label="Notes">
      <CardHeader>
        <CardTitle>Notes</CardTitle>
        <CardDescription>Only you see them.</CardDescription>
      </CardHeader>
      <CardContent className="flex flex-col gap-3">
        <Field
          label="Notes about this client"
          hideLabel
          error={tooLong ? `Please use at most ${maxNotes.toLocaleString('en-US')} characters.` : null}
        >
          <Textarea
            rows={5}
            value={notes}
            placeholder="Agreements, preferences, how to reach them"
            onChange={(event) =>
              setTyped({ notes: event.target.value, version: typed?.version ?? client.notesVersion })
            }
          />
        </Field>
        {saving.error &&
          (isConflict && typed ? (
            <Notice
              tone="attention"
              role="alert"
              title="These notes were changed elsewhere"
              actions={
                <>
                  <Button variant="secondary" size="sm" onClick={() => void loadNewer()}>
                    Load newer notes
                  </Button>
                  <Button variant="secondary" size="sm" onClick={() => void saveAnyway(typed.notes)}>
                    Save Mine Anyway
                  </Button>
                </>
              }
            >
              What you typed is still here.
            </Notice>
          ) : (
            <Notice tone="error">
              {messageOf(saving.error, 'The notes could not be saved. Please try again.')}
            </Notice>
          ))}
        <Button
          variant="secondary"
          className="self-start"
          disabled={!isDirty || tooLong}
          busy={saving.isPending}
          busyLabel="Saving..."
          onClick={() => typed && saving.mutate(typed)}
        >
          Save Notes
        </Button>
      </CardContent>
      <LeaveGuard
        isDirty={checkDirty}
        description="Your changes to these notes haven’t been saved and will be lost."
        onLeave={() => setTyped(null)}
      />
    </Card>
  )
}
