import { lazyRouteComponent } from '@tanstack/react-router'

/** Stands where a screen will be: its title, and that it is not here yet. */
export const upcomingPage = lazyRouteComponent(() => import('../layout/upcoming-page.tsx'), 'UpcomingPage')
