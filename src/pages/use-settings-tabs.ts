import { useLocation, useNavigate, useSearch } from '@tanstack/react-router'

declare module '@tanstack/react-router' {
  interface HistoryState {
    /** The tab to show after the query was removed from the URL. */
    settingsTab?: 'subscription'
  }
}

export type SettingsTab = 'profile' | 'reminders' | 'subscription' | 'numbers' | 'team'

/** The tab that the URL names, if it is one of these. The profile is shown without a tab in the URL. */
export function useSettingsTabs(names: readonly SettingsTab[]) {
  const { tab: tabInUrl } = useSearch({ from: '/settings' })
  const { settingsTab } = useLocation().state
  const navigate = useNavigate()
  const tab = names.find((name) => name === (tabInUrl ?? settingsTab)) ?? 'profile'
  function onValueChange(value: string) {
    const next = names.find((name) => name === value)
    void navigate({
      to: '/settings',
      search: next === undefined || next === 'profile' ? {} : { tab: next },
      replace: true,
      resetScroll: false,
    })
  }
  return { tab, tabs: { value: tab, onValueChange } }
}
