// The one copy of the calendar in a page, with its library: remotes get it from the shell.
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
