# Writes the companies as a person's script does. Arguments: the JSON of the cells, the workbook.
use strict;
use warnings;
use utf8;
use JSON::PP;
use Excel::Writer::XLSX;

open(my $file, '<:raw', $ARGV[0]) or die $!;
my ($columns, $rows) = @{ decode_json(do { local $/; <$file> }) };
my $book  = Excel::Writer::XLSX->new($ARGV[1]);
my $sheet = $book->add_worksheet('Clientes');
my $days  = $book->add_format(num_format => 'dd/mm/yyyy');
$sheet->write_string(0, $_, $columns->[$_]) for 0 .. $#$columns;
for my $at (0 .. $#$rows) {
    for my $place (0 .. $#{ $rows->[$at] }) {
        my $cell = $rows->[$at][$place];
        my ($kind, $value) = @$cell{qw(kind value)};
        my @where = ($at + 1, $place);
        if ($kind eq 'hyperlink') {
            $sheet->write_formula(@where, qq{=HYPERLINK("$cell->{link}","$value")});
        } elsif ($kind eq 'date') {
            $sheet->write_date_time(@where, "${value}T", $days);
        } elsif ($kind eq 'number') {
            $sheet->write_number(@where, $value, $book->add_format(num_format => $cell->{format}));
        } elsif ($kind eq 'boolean') {
            $sheet->write_boolean(@where, $value ? 1 : 0);
        } elsif ($cell->{link}) {
            $sheet->write_url(@where, $cell->{link}, undef, $value);
        } else {
            $sheet->write_string(@where, $value);
        }
    }
}
$book->close();
