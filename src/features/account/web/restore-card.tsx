import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { ArchiveRestore } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { call, messageOf } from '../../../web/api-client.ts'
import { FileButton } from '../../../web/files/file-button.tsx'
import { ProgressBar } from '../../../web/imports/progress-bar.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../web/ui/card.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { refreshSession } from '../../auth/web/session.ts'
import { type AccountRestore, getRestore } from '../restore/contract.ts'
import { notRestoredTexts, restoredNames } from '../restore/rules.ts'
import { sendArchive } from './send-archive.ts'

const restoreQuery = {
  queryKey: ['account-restore'],
  queryFn: () => call(getRestore),
}

/** Shown while the account is without data, and afterwards for what became of the archive. */
export function RestoreCard() {
  const client = useQueryClient()
  const { data: state } = useQuery({
    ...restoreQuery,
    refetchInterval: ({ state: { data } }) => (data?.restore?.state === 'restoring' ? 1000 : false),
  })
  const [sent, setSent] = useState<{ bytes: number; of: number } | null>(null)
  const sending = useMutation({
    mutationFn: (file: File) => {
      setSent({ bytes: 0, of: file.size })
      return sendArchive(file, (bytes) => setSent({ bytes, of: file.size }))
    },
    onSettled: async () => {
      await client.invalidateQueries({ queryKey: restoreQuery.queryKey })
      setSent(null)
    },
  })
  const isRestoring = state?.restore?.state === 'restoring'
  const [wasRestoring, setWasRestoring] = useState(false)
  if (isRestoring && !wasRestoring) setWasRestoring(true)
  const isJustRestored = wasRestoring && state?.restore?.state === 'restored'
  useEffect(() => {
    if (!isJustRestored) return
    // Every page has other data now, and the business may have another name.
    void client.invalidateQueries()
    void refreshSession(client)
  }, [isJustRestored, client])

  if (!state) return null
  const { restore, data } = state
  const canRestore = data.length === 0 && restore?.state !== 'restored'
  if (!canRestore && !isRestoring && !isJustRestored) return null
  const problem = sending.isError
    ? messageOf(sending.error, 'The archive could not be sent. Please try again.')
    : restore?.state === 'failed'
      ? restore.problem
      : null
  const isBusy = sending.isPending || isRestoring
  return (
    <Card aria-labelledby="restore-archive">
      <CardHeader className="pb-4 sm:pb-6">
        <CardTitle id="restore-archive">Restore from an archive</CardTitle>
        <CardDescription>
          Coming back, or moving from another installation? Choose the zip file of an export. Everything in it
          comes back with the same figures, as long as this account has no data of its own.
        </CardDescription>
      </CardHeader>
      {isJustRestored && restore ? (
        <CardContent className="pt-0!" aria-live="polite">
          <Restored restore={restore} />
        </CardContent>
      ) : (
        <>
          <CardContent className="flex flex-col gap-4 pt-0!">
            {problem !== null && !isBusy && (
              <Notice tone="error" title="Nothing was restored">
                {problem}
              </Notice>
            )}
            <NotRestored />
            {sent && <Progress label="Sending the archive…" done={sent.bytes} total={sent.of} />}
            {isRestoring && restore && (
              <Progress
                label="Restoring. You can leave this page."
                done={restore.done}
                total={restore.total}
              />
            )}
          </CardContent>
          {!isBusy && (
            <CardFooter>
              <FileButton
                icon={ArchiveRestore}
                variant="secondary"
                accept=".zip,application/zip"
                onFiles={([file]) => file && sending.mutate(file)}
              >
                Choose an archive
              </FileButton>
            </CardFooter>
          )}
        </>
      )}
    </Card>
  )
}

function NotRestored() {
  return (
    <div className="text-sm text-muted">
      <p>What an archive doesn’t bring back:</p>
      <ul className="mt-1 list-disc pl-5">
        {notRestoredTexts.map((text) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </div>
  )
}

function Progress({ label, done, total }: { label: string; done: number; total: number }) {
  const id = useId()
  return (
    <div className="flex flex-col gap-2">
      <label htmlFor={id} className="text-sm">
        {label}
      </label>
      <ProgressBar id={id} max={total} value={done} />
    </div>
  )
}

function Restored({ restore: { counts } }: { restore: AccountRestore }) {
  const rows = Object.entries(restoredNames).flatMap(([table, name]) => {
    const count = counts[table]
    return count ? [{ name, count }] : []
  })
  const missing = counts['missing_files'] ?? 0
  const rates = counts['published_rates'] ?? 0
  return (
    <Notice tone="success" title="Your data is back">
      <dl className="mt-2 grid grid-cols-[1fr_auto] gap-x-6 gap-y-1 sm:max-w-xs">
        {rows.map(({ name, count }) => (
          <div key={name} className="contents">
            <dt>{name}</dt>
            <dd className="text-right tabular-nums">{count.toLocaleString('en-US')}</dd>
          </div>
        ))}
      </dl>
      {missing > 0 && (
        <p className="mt-3">
          {missing === 1 ? 'The file of one receipt wasn’t' : `The files of ${missing} receipts weren’t`} in
          the archive. Their data is here.
        </p>
      )}
      {rates > 0 && (
        <p className="mt-3">
          This installation has no recent exchange rates for some of your currencies. Those from the archive
          are now your own rates, in the card Exchange rates.
        </p>
      )}
      <p className="mt-3">Recurring invoices are paused until you resume them.</p>
    </Notice>
  )
}
