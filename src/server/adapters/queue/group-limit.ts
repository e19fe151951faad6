/**
 * pg-boss counts what is under way of a group and takes a job in one statement, so that two places which look at the same
 * moment both find room: a burst of one sender would hold them all. What comes too many is noticed here.
 */
export function openGroupLimit(most: number | undefined) {
  const taken = new Map<string, number>();
  return {
    /** Gives how the place is given back; undefined where the group has all of its places. */
    take(group: string | null | undefined): (() => void) | undefined {
      if (most === undefined || group == null) return () => {};
      const before = taken.get(group) ?? 0;
      if (before >= most) return undefined;
      taken.set(group, before + 1);
      return () => {
        const left = (taken.get(group) ?? 1) - 1;
        if (left === 0) taken.delete(group);
        else taken.set(group, left);
      };
    },
  };
}
