// The only copy of the calendar and its library in a page: remotes get it from the shell.
export {
  addDays,
  comparisonOf,
  countDays,
  dayIn,
  isDay,
  periodBefore,
  periodUntil,
  previousOf,
} from '@portal/contracts/calendar'
