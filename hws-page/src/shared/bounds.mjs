// Places in ascending lists.

// The first place in low..high whose value is larger; high when there is none.
export function firstLarger(list, value, low = 0, high = list.length) {
  while (low < high) {
    const middle = (low + high) >> 1;
    if (list[middle] > value) high = middle; else low = middle + 1;
  }
  return low;
}
