import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { newRequestId } from '../../../../web/forms/request-id.ts'
import { Button } from '../../../../web/ui/button.tsx'
import { Card, CardContent, CardFooter } from '../../../../web/ui/card.tsx'
import { Field } from '../../../../web/ui/fields/field.tsx'
import { Select } from '../../../../web/ui/fields/select.tsx'
import { showError } from '../../../../web/ui/toast.ts'
import { FileMenu } from '../../../exports/web/file-menu.tsx'
import type { DayRange } from '../../../periods/rules.ts'
import { getLedgerFile } from '../../ledger/contract.ts'
import { type basisTexts, ledgerFileName } from '../../ledger/ledger-text-rules.ts'
import { createPackage } from '../../packages/contract.ts'
import { PeriodFilter } from '../period-filter.tsx'
import { type ReportUrlState, chosenRange, daysErrors } from '../report-url-state.ts'
import { packagesQuery } from './package-api.ts'

type Basis = keyof typeof basisTexts

interface PackageFormProps {
  today: string
  fiscalMonth: number
  /** Another one is being made. */
  isBusy: boolean
}

/** Asks for the period and the basis. */
export function PackageForm({ today, fiscalMonth, isBusy }: PackageFormProps) {
  const client = useQueryClient()
  const [chosen, setChosen] = useState<ReportUrlState>({ period: 'last-quarter' })
  const [basis, setBasis] = useState<Basis>('accrual')
  const [isTried, setIsTried] = useState(false)
  const [requestId, setRequestId] = useState(newRequestId)
  const { from, to } = chosenRange(chosen, today, fiscalMonth)
  const errors = daysErrors('profit-and-loss', chosen)
  const making = useMutation({
    mutationFn: (range: DayRange) => call(createPackage, { body: { ...range, basis, requestId } }),
    onSuccess: async () => {
      setRequestId(newRequestId())
      await client.invalidateQueries({ queryKey: packagesQuery.queryKey })
    },
    onError: (error) => {
      if (!(error instanceof ApiError) || Object.keys(error.fields).length === 0)
        showError('The package was not started', messageOf(error, 'Please try again.'))
    },
  })
  const isWaiting = isBusy || making.isPending

  function submit(event: SubmitEvent) {
    event.preventDefault()
    setIsTried(true)
    if (isWaiting || Object.keys(errors).length > 0 || from === undefined || to === undefined) return
    making.mutate({ from, to })
  }

  const refused = making.error instanceof ApiError ? making.error.fields : {}
  return (
    <Card>
      <form noValidate aria-label="New package" onSubmit={submit}>
        <CardContent className="grid gap-4 sm:grid-cols-2">
          <PeriodFilter
            isDay={false}
            urlState={chosen}
            today={today}
            fiscalMonth={fiscalMonth}
            errors={isTried ? { ...refused, ...errors } : {}}
            onChange={(next) => {
              making.reset()
              setChosen(next)
            }}
          />
          <Field label="Income counts">
            <Select value={basis} onChange={({ target }) => setBasis(target.value as Basis)}>
              <option value="accrual">When it was invoiced (accrual)</option>
              <option value="cash">When it was paid (cash)</option>
            </Select>
          </Field>
        </CardContent>
        <CardFooter>
          {/* Not `disabled`: a disabled button would lose the focus. */}
          <Button
            type="submit"
            aria-disabled={isBusy}
            busy={making.isPending}
            busyLabel="Starting..."
            className={isBusy ? 'cursor-default opacity-50' : ''}
          >
            Make the package
          </Button>
          {from !== undefined && to !== undefined && Object.keys(errors).length === 0 && (
            <FileMenu
              label="General ledger"
              heading="Only the general ledger of this period"
              endpoint={getLedgerFile}
              query={{ from, to, basis }}
              fileName={(format) => ledgerFileName({ from, to }, format)}
              done="Ledger Exported"
              failed="The general ledger could not be exported. Please try again."
            />
          )}
          <output className="text-sm text-muted">
            {isBusy && 'A package is being made. You can leave this page.'}
          </output>
        </CardFooter>
      </form>
    </Card>
  )
}
