import { useQuery } from '@tanstack/react-query'
import { Link, useNavigate, useSearch } from '@tanstack/react-router'
import { Receipt as ReceiptIcon, SearchX, Settings } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { formatMoney } from '../../../shared/money.ts'
import { DropHere } from '../../../web/files/drop-here.tsx'
import { useDroppedFiles } from '../../../web/files/use-dropped-files.ts'
import { Page } from '../../../web/layout/page.tsx'
import { withChange } from '../../../web/lists/list-url-state.ts'
import { usePagedList } from '../../../web/lists/use-paged-list.ts'
import { Button } from '../../../web/ui/button.tsx'
import { Card } from '../../../web/ui/card.tsx'
import { EmptyState } from '../../../web/ui/empty-state.tsx'
import { ListContent } from '../../../web/ui/list-content.tsx'
import { Notice } from '../../../web/ui/notice.tsx'
import { PageHeader } from '../../../web/ui/page-header.tsx'
import { Pagination } from '../../../web/ui/pagination.tsx'
import { Spinner } from '../../../web/ui/spinner.tsx'
import { useSelection } from '../../../web/use-selection.ts'
import type { Session } from '../../auth/contract.ts'
import { May } from '../../auth/web/may.tsx'
import { useHomeCurrency, useMay } from '../../auth/web/session.ts'
import { SignedIn } from '../../auth/web/signed-in.tsx'
import { useIsLocked } from '../../billing/web/use-is-locked.ts'
import { expenseCount } from '../../expenses/web/expense-url-state.ts'
import { TransactionTabs } from '../../transactions/web/transaction-tabs.tsx'
import { MissingReceipts } from './list/missing-receipts.tsx'
import { ReceiptFilters } from './list/receipt-filters.tsx'
import { ReceiptGrid } from './list/receipt-grid.tsx'
import { ReceiptSelectionBar } from './list/receipt-selection-bar.tsx'
import { ReceiptSettingsDialog } from './list/receipt-settings-dialog.tsx'
import { ReceiptTable } from './list/receipt-table.tsx'
import { receiptListQuery, receiptSettingsQuery, receiptSummaryQuery } from './receipt-api.ts'
import { receiptCount, sizeText } from './receipt-text.ts'
import { type ReceiptUrlState, isFiltered } from './receipt-url-state.ts'
import { ReceiptsLocked } from './receipts-locked.tsx'
import { AddReceiptButtons } from './upload/add-receipt-buttons.tsx'
import { UploadList } from './upload/upload-list.tsx'
import { useUploads } from './upload/use-uploads.ts'

export function TransactionReceiptsPage() {
  return <SignedIn>{(session) => <Receipts session={session} />}</SignedIn>
}

function Receipts({ session }: { session: Session }) {
  const urlState: ReceiptUrlState = useSearch({ from: '/transactions/receipts' })
  const isLocked = useIsLocked('receipts')
  const [showsSettings, setShowsSettings] = useState(false)
  const { uploads, add, retry, remove } = useUploads(session.business.id)
  const takePhoto = useOpenWhenSent(uploads, add, remove)
  const canAdd = useMay('money.write') && !isLocked
  const isOver = useDroppedFiles(canAdd, add)
  const adding = { onPhoto: takePhoto, onFiles: add }
  return (
    <Page>
      <PageHeader
        title="Receipts"
        description="Add a photo or a PDF. It is read here, and filed under its expense."
        actions={
          canAdd && (
            <>
              <May permission="settings.write">
                <Button
                  variant="ghost"
                  size="icon"
                  aria-label="Receipt settings"
                  className="max-sm:order-last"
                  onClick={() => setShowsSettings(true)}
                >
                  <Settings aria-hidden />
                </Button>
              </May>
              <AddReceiptButtons {...adding} />
            </>
          )
        }
      />
      <TransactionTabs value="receipts">
        <div className="flex flex-col gap-4">
          {isLocked && <ReceiptsLocked />}
          {uploads.length > 0 && <UploadList uploads={uploads} onRetry={retry} onRemove={remove} />}
          <ReceiptList
            urlState={urlState}
            isLocked={isLocked}
            buttons={canAdd && <AddReceiptButtons {...adding} primary={false} />}
          />
        </div>
      </TransactionTabs>
      {isOver && <DropHere />}
      <ReceiptSettingsDialog open={showsSettings} onOpenChange={setShowsSettings} />
    </Page>
  )
}

/** Opens a receipt as soon as its photo has arrived. */
function useOpenWhenSent(
  uploads: ReturnType<typeof useUploads>['uploads'],
  add: (files: readonly File[]) => string[],
  remove: (requestIds: readonly string[]) => void,
) {
  const navigate = useNavigate()
  const [photo, setPhoto] = useState<string>()
  const sent = uploads.find(({ requestId }) => requestId === photo)?.receiptId
  useEffect(() => {
    if (!sent || photo === undefined) return
    remove([photo])
    void navigate({ to: '/transactions/receipts/$id', params: { id: sent } })
  }, [sent, photo, remove, navigate])
  return (file: File) => setPhoto(add([file])[0])
}

interface ReceiptListProps {
  urlState: ReceiptUrlState
  isLocked: boolean
  buttons: ReactNode
}

function ReceiptList({ urlState, isLocked, buttons }: ReceiptListProps) {
  const navigate = useNavigate({ from: '/transactions/receipts' })
  const list = useQuery(receiptListQuery(urlState))
  const selection = useSelection()
  const { top, isPaged, turnTo, failure, failed } = usePagedList({
    what: 'receipts',
    list,
    urlState,
    goTo: (search, options) => {
      selection.stop()
      void navigate({ search, ...options })
    },
  })
  const mayWrite = useMay('money.write')
  const page = list.data
  const showsMissing = urlState.filter === 'missing'
  const Rows = urlState.view === 'list' ? ReceiptTable : ReceiptGrid

  function change(values: ReceiptUrlState) {
    selection.stop()
    void navigate({
      search: withChange(urlState, values),
      // Back does not step through the search letter by letter.
      replace: 'search' in values && urlState.search !== undefined,
      resetScroll: false,
    })
  }

  return (
    <section ref={top} tabIndex={-1} aria-label="List of receipts" className="flex flex-col gap-4">
      {!showsMissing && (
        <>
          {!isLocked && <MissingNotice />}
          <ReceiptFilters urlState={urlState} onChange={change} />
        </>
      )}
      {selection.isOn && page ? (
        <ReceiptSelectionBar
          selection={selection}
          receipts={page.receipts}
          canConfirm={!isLocked}
          list={top}
          // The current page may be empty now.
          onDeleted={(isWholePage) => isWholePage && void navigate({ search: withChange(urlState) })}
        />
      ) : (
        !showsMissing &&
        page !== undefined &&
        (page.receipts.length > 0 || isFiltered(urlState)) && (
          <div className="flex min-h-8 flex-wrap items-center justify-between gap-2">
            <Summary />
            {mayWrite && page.receipts.length > 0 && (
              <Button variant="ghost" size="sm" className="max-sm:-mr-3" onClick={() => selection.start()}>
                Select several
              </Button>
            )}
          </div>
        )
      )}
      {showsMissing ? (
        <MissingReceipts />
      ) : (
        <ListContent
          list={list}
          failure={failure}
          failed={failed}
          isEmpty={page?.receipts.length === 0}
          empty={<NoReceipts isFiltered={isFiltered(urlState)} buttons={buttons} />}
          tall
          dims
        >
          {page ? (
            <Rows
              receipts={page.receipts}
              urlState={urlState}
              selection={selection.isOn ? selection : undefined}
            />
          ) : (
            <Card className="min-h-64 justify-center">
              <Spinner
                size="lg"
                label="Loading receipts..."
                className="animate-late self-center text-muted"
              />
            </Card>
          )}
        </ListContent>
      )}
      {page && isPaged && !showsMissing && (
        <Pagination
          label="Pages of receipts"
          summary={`${receiptCount(page.receipts.length)} on this page`}
          page={page}
          onTurn={turnTo}
        />
      )}
    </section>
  )
}

/** "312 receipts · 12 to check · 148 MB" */
function Summary() {
  const { data } = useQuery(receiptSummaryQuery)
  return (
    <p className="text-sm text-muted tabular-nums">
      {data &&
        data.all > 0 &&
        [receiptCount(data.all), data.toCheck > 0 && `${data.toCheck} to check`, sizeText(data.storedBytes)]
          .filter(Boolean)
          .join(' · ')}
    </p>
  )
}

function MissingNotice() {
  const missing = useQuery(receiptSummaryQuery).data?.missing ?? 0
  const { data: settings } = useQuery({ ...receiptSettingsQuery, enabled: missing > 0 })
  if (missing === 0) return null
  return (
    <Notice
      tone="attention"
      actions={
        <Button asChild variant="secondary" size="sm">
          <Link to="/transactions/receipts" search={{ filter: 'missing' }}>
            Show them
          </Link>
        </Button>
      }
    >
      {expenseCount(missing)}
      <FromAmount minor={settings?.missingFromMinor ?? null} /> {missing === 1 ? 'has' : 'have'} no receipt.
    </Notice>
  )
}

function FromAmount({ minor }: { minor: number | null }) {
  const currency = useHomeCurrency()
  return minor === null ? null : <> of {formatMoney(minor, { currency })} or more</>
}

function NoReceipts({ isFiltered: hasFilters, buttons }: { isFiltered: boolean; buttons: ReactNode }) {
  const mayWrite = useMay('money.write')
  return hasFilters ? (
    <EmptyState
      icon={SearchX}
      level={2}
      title="No receipts found."
      action={
        <Button asChild variant="secondary">
          <Link to="/transactions/receipts">Clear filters</Link>
        </Button>
      }
    />
  ) : (
    <EmptyState
      icon={ReceiptIcon}
      level={2}
      title="No receipts yet"
      text={mayWrite && 'Photograph one, drop it here, or paste it. Its fields are filled in for you.'}
      action={buttons}
    />
  )
}
