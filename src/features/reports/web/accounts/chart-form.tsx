import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useRef, useState } from 'react'
import { ApiError, call, messageOf } from '../../../../web/api-client.ts'
import { Button } from '../../../../web/ui/button.tsx'
import {
  Card,
  CardContent,
  CardDescription,
  CardFooter,
  CardHeader,
  CardTitle,
} from '../../../../web/ui/card.tsx'
import { showError, showSuccess } from '../../../../web/ui/toast.ts'
import {
  type AccountCode,
  type AccountCodes,
  type AccountType,
  type ChartAccount,
  type ChartName,
  accountTypes,
  chartNames,
  defaultCode,
} from '../../ledger/chart-rules.ts'
import { type Chart, saveChart } from '../../ledger/contract.ts'
import { AccountRow } from './account-row.tsx'
import { showChart } from './chart-api.ts'

const headings: Record<AccountType, string> = {
  asset: 'What you have',
  liability: 'What you owe',
  income: 'Income',
  expense: 'Expenses',
}

const codesOf = (accounts: readonly ChartAccount[]): AccountCodes =>
  Object.fromEntries(accounts.map(({ account, code, name }) => [account, { code, name }]))

/** Every account with its number and its name, which a chart can fill in. */
export function ChartForm({ chart: { accounts } }: { chart: Chart }) {
  const client = useQueryClient()
  const form = useRef<HTMLFormElement>(null)
  const [edited, setEdited] = useState<AccountCodes>({})
  const codes: AccountCodes = { ...codesOf(accounts), ...edited }
  const hasChanges = accounts.some(
    ({ account, code, name }) => codes[account]?.code !== code || codes[account].name !== name,
  )
  const saving = useMutation({
    mutationFn: () => call(saveChart, { body: { accounts: codes } }),
    onSuccess: (saved) => {
      setEdited({})
      showChart(client, saved)
      showSuccess('Accounts Saved', 'The next files for your accountant use them.')
    },
    onError: (error) => {
      if (Object.keys(fieldsOf(error)).length === 0)
        showError('The accounts were not saved', messageOf(error, 'Please try again.'))
      else form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
    },
  })
  const refused = fieldsOf(saving.error)
  const change = (account: string, value: AccountCode) => {
    if (saving.isError) saving.reset()
    setEdited({ ...edited, [account]: value })
  }
  const fill = (name: ChartName) => {
    saving.reset()
    setEdited(Object.fromEntries(accounts.map(({ account }) => [account, defaultCode(account, name)])))
  }
  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!saving.isPending) saving.mutate()
  }
  return (
    <form
      ref={form}
      noValidate
      aria-label="Chart of accounts"
      onSubmit={submit}
      className="flex flex-col gap-6"
    >
      <Card aria-labelledby="chart">
        <CardHeader>
          <CardTitle id="chart">Start with a chart</CardTitle>
          <CardDescription>
            Fills in all numbers below; change what your accountant has differently. DATEV needs SKR03 or
            SKR04, with accounts that don’t calculate taxes.
          </CardDescription>
        </CardHeader>
        <CardContent className="flex flex-wrap gap-2">
          {(Object.keys(chartNames) as ChartName[]).map((name) => (
            <Button key={name} variant="secondary" onClick={() => fill(name)}>
              {chartNames[name]}
            </Button>
          ))}
        </CardContent>
      </Card>
      <Card>
        {accountTypes.map((type) => (
          <CardContent key={type} className="border-b border-border last:border-b-0">
            <fieldset className="flex flex-col gap-4">
              <legend className="mb-3 text-base font-semibold text-foreground">{headings[type]}</legend>
              {accounts
                .filter((one) => one.type === type)
                .map(({ account }) => (
                  <AccountRow
                    key={account}
                    label={defaultCode(account).name}
                    value={codes[account] ?? defaultCode(account)}
                    errors={{
                      code: refused[`accounts.${account}.code`],
                      name: refused[`accounts.${account}.name`],
                    }}
                    onChange={(value) => change(account, value)}
                  />
                ))}
            </fieldset>
          </CardContent>
        ))}
        <CardFooter>
          <Button type="submit" busy={saving.isPending} busyLabel="Saving...">
            Save
          </Button>
          <output className="text-sm text-muted">
            {hasChanges && !saving.isPending && 'You have unsaved changes.'}
          </output>
        </CardFooter>
      </Card>
    </form>
  )
}

function fieldsOf(error: unknown) {
  return error instanceof ApiError ? error.fields : {}
}
